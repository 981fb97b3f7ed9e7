"""Passwords and keys without a form of their own, in the files, commands and links that hold them.

The places are those that the programs' own manuals show: netrc, kubeconfig, pgpass, Terraform,
.env, connection strings, HTTP headers and the options of commands. `{}` is where the secret is.
"""

from __future__ import annotations

from typing import Final

from lethelog.tests.proofs.published_tokens import (
    ALL,
    BASE32,
    DASHED,
    HEX,
    LOW,
    Draw,
    base64_of,
    of,
    uuid,
)

PASSWORDS: Final[dict[str, tuple[str, ...]]] = {
    "connection strings": (
        "postgresql://app:{}@db.example:5432/shop?sslmode=require",
        "mysql+pymysql://root:{}@10.0.0.7/shop",
        "mongodb+srv://ann:{}@cluster0.abcde.mongodb.example/?retryWrites=true",
        "amqps://guest:{}@queue.example:5671/%2f",
        "redis://default:{}@cache.example:6379/0",
        "Server=tcp:db.example,1433;Database=shop;User ID=sa;Password={};Encrypt=True;",
        "Data Source=db;Initial Catalog=shop;User Id=app;Pwd={};",
        "jdbc:mysql://db.example/shop?user=app&password={}&useSSL=true",
        "host=db.example port=5432 dbname=shop user=app password={} sslmode=require",
        "smtp://mailer%40example.org:{}@smtp.example:587",
    ),
    "links": (
        "git clone https://ann:{}@git.example/tea/pot.git",
        "https://ann:{}@git.example\n",
        "index-url = https://__token__:{}@pypi.example/simple",
        "http_proxy=http://ann:{}@proxy.example:3128",
        "ftp://ann:{}@ftp.example/pub",
    ),
    "files of logins": (
        "machine git.example\nlogin ann\npassword {}\n",
        "machine api.example login ann password {}",
        "db.example:5432:shop:app:{}",
        "[client]\nuser=root\npassword={}\n",
        '[client]\nuser = "root"\npassword = "{}"\n',
        "users:\n- name: ann\n  user:\n    username: ann\n    password: {}\n",
        'network={{\n  ssid="tea"\n  psk="{}"\n}}',
        "WIFI:T:WPA;S:teahouse;P:{};;",
        "spring.datasource.username=app\nspring.datasource.password={}",
        "_password={}",
        "bindpw {}",
    ),
    "files of settings": (
        "DB_HOST=db\nDB_PASSWORD={}\nDB_NAME=shop",
        'export PGPASSWORD="{}"',
        "MYSQL_ROOT_PASSWORD: {}",
        "      - POSTGRES_PASSWORD={}",
        'password = "{}"',
        "  password: '{}'",
        '{{"username": "ann", "password": "{}"}}',
        '{{"auth": {{"user": "ann", "pass": "{}"}}}}',
        "ansible_become_pass: {}",
        "ENV ADMIN_PASSWORD={}",
        'variable "db_password" {{\n  default = "{}"\n}}',
        'administrator_login_password = "{}"',
        '<add key="ClearTextPassword" value="{}" />',
        "<password>{}</password>",
        "define('DB_PASSWORD', '{}');",
        "'PASSWORD': '{}',",
        "$env:ADMIN_PASSWORD = '{}'",
        "set SMTP_PASS={}",
    ),
    "commands": (
        "mysql -u root -p{} shop",
        "PGPASSWORD={} psql -h db.example -U app shop",
        "sshpass -p '{}' ssh ann@host.example",
        "redis-cli -h cache.example -a {} ping",
        "docker login -u ann -p {} registry.example",
        "curl -u ann:{} https://api.example/v1/me",
        "curl --user 'ann:{}' https://api.example/v1/me",
        "wget --user=ann --password={} https://files.example/a.zip",
        "openssl rsa -in key.pem -passin pass:{}",
        "mongosh --username ann --password {} --host db.example",
        "echo '{}' | sudo -S systemctl restart tea",
        "ldapsearch -x -D cn=admin,dc=example -w {}",
        "net use Z: \\\\files.example\\tea /user:ann {}",
        'ConvertTo-SecureString "{}" -AsPlainText -Force',
        "ALTER USER app WITH PASSWORD '{}';",
        "CREATE USER 'app'@'%' IDENTIFIED BY '{}';",
        "htpasswd -b .htpasswd ann {}",
        "zip -P {} tea.zip notes.txt",
        "$db = new mysqli('localhost', 'root', '{}');",
        "gh secret set API_TOKEN --body {}",
    ),
    "talk": (
        "ann: the pw for the staging box is {}",
        "Login: ann@example.org / Password: {}",
        "your temporary password is {} and expires tomorrow",
        "Benutzer: ann, Kennwort: {}",
        "mot de passe : {}",
        "Contraseña: {}",
        "пароль: {}",
        "| user | password |\n|---|---|\n| ann | {} |",
        "user,password\nann,{}\n",
        "the passcode to the vault is `{}`",
        "Your verification code login is ann, pass {}",
    ),
}

KEYS: Final[dict[str, tuple[Draw, tuple[str, ...]]]] = {
    "aws secrets": (
        of(ALL + "/+", 40),
        (
            "[default]\naws_secret_access_key = {}",
            "export AWS_SECRET_ACCESS_KEY={}",
            '"SecretAccessKey": "{}",',
            'secret_key = "{}"  # aws provider',
        ),
    ),
    "azure": (
        base64_of(64),
        (
            "DefaultEndpointsProtocol=https;AccountName=tea;AccountKey={};EndpointSuffix=core.example",
            "AccountEndpoint=https://tea.documents.example:443/;AccountKey={};",
            "AZURE_STORAGE_KEY={}",
        ),
    ),
    "azure buses": (
        base64_of(32),
        (
            "Endpoint=sb://tea.servicebus.example/;SharedAccessKeyName=Root;SharedAccessKey={}",
            "HostName=tea.azure-devices.example;DeviceId=kettle;SharedAccessKey={}",
        ),
    ),
    "signed links": (
        lambda random: base64_of(32)(random).replace("+", "%2B").replace("/", "%2F")[:-1] + "%3D",
        ("https://tea.blob.example/c/b.txt?sv=2024-11-04&se=2026-01-01&sr=b&sp=r&sig={}",),
    ),
    "headers": (
        of(ALL, 40),
        (
            "Authorization: Bearer {}",
            "curl -H 'Authorization: Token {}' https://api.example/v1",
            'curl -H "X-API-Key: {}" https://api.example/v1',
            "PRIVATE-TOKEN: {}",
            '-H "X-Vault-Token: {}"',
            "Cookie: sessionid={}; theme=dark",
            "Set-Cookie: _gitlab_session={}; path=/; HttpOnly",
            "x-amz-security-token: {}",
        ),
    ),
    "basic": (
        base64_of(24),
        ("Authorization: Basic {}", '{{"auths": {{"r.example": {{"auth": "{}"}}}}}}'),
    ),
    "named keys": (
        of(HEX, 32),
        (
            "DATADOG_API_KEY={}",
            "algolia_admin_key: {}",
            'api_key = "{}"',
            '"apiKey": "{}",',
            "client_secret: {}",
            "MAILGUN_SIGNING_KEY={}",
            "SECRET_KEY_BASE={}",
            'const apiSecret = "{}"',
            "https://api.example/data?appid=tea&api_key={}",
            "https://api.example/data?access_token={}&v=2",
            "api key for the weather thing: {}",
            "the access token is {}",
        ),
    ),
    "named tokens": (
        of(DASHED, 43),
        (
            "NETLIFY_AUTH_TOKEN={}",
            "//registry.example/:_authToken={}",
            "    token: {}",
            'refresh_token="{}"',
            "FASTLY_API_TOKEN: {}",
            '{{"id_token": "x", "access_token": "{}"}}',
            'terraform {{\n  cloud {{ token = "{}" }}\n}}',
            "users:\n- name: ann\n  user:\n    token: {}",
        ),
    ),
    "keys that are uuids": (uuid, ("HEROKU_API_KEY={}", "SNYK_TOKEN={}", "client_secret={}")),
    "seeds": (
        of(BASE32, 32),
        ("otpauth://totp/Tea:ann?secret={}&issuer=Tea", "TOTP secret: {}"),
    ),
    "kubernetes": (
        base64_of(30),
        (
            "apiVersion: v1\nkind: Secret\ndata:\n  password: {}\n",
            "    client-key-data: {}",
        ),
    ),
    "settings of frameworks": (
        of(LOW + "!@#$%^&*(-_=+)", 50),
        ("SECRET_KEY = 'django-insecure-{}'", "JWT_SECRET='{}'", 'app.secret_key = "{}"'),
    ),
}
