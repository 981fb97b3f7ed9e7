"""What holds in every test: where keys are kept, and how properties are searched."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from lethelog.tests.originals import Originals

# A busy machine makes any example slow, which says nothing about the code.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Repeatable in CI and a third as much, and anew each time on a developer's machine.
settings.register_profile(
    "ci",
    settings.get_profile("dev"),
    derandomize=True,
    database=None,
    print_blob=True,
    max_examples=30,
)
# For a first look: a failing example as it was found, which may take minutes to make smaller.
settings.register_profile(
    "unshrunk", settings.get_profile("dev"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

_SECRETS = ("LETHELOG_MASTER_KEY", "LETHELOG_PASSPHRASE", "LETHELOG_EMBEDDER")


@pytest.fixture(scope="session", autouse=True)
def _keys_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test, and no process that one starts, touches the keys or stores of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LETHELOG_KEYS", str(home / "keys"))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        for variable in _SECRETS:
            patch.delenv(variable, raising=False)
        yield


@pytest.fixture(scope="session")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Originals:
    """The stores that are made once, with nothing in the environment but what is told above."""
    return Originals(tmp_path_factory.mktemp("originals"))
