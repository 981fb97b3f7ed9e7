CREATE TABLE IF NOT EXISTS vault (
    store TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    salt BLOB NOT NULL,
    guard TEXT  -- where the master key is; NULL until that is decided
);

-- A data key and a wrap key, sealed together under the wrap key of the parent, or the master key.
CREATE TABLE IF NOT EXISTS node (
    parent TEXT NOT NULL,
    uid TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (parent, uid)  -- what goes together lies together
) WITHOUT ROWID;
