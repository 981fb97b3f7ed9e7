"""Those who judge: rules that need nobody, and a model that is asked over the wire."""
