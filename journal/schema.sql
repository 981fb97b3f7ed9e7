CREATE TABLE IF NOT EXISTS event_type (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- AUTOINCREMENT: a position is never given twice.
CREATE TABLE IF NOT EXISTS event (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    type INTEGER NOT NULL REFERENCES event_type (id),
    tags TEXT NOT NULL,
    envelope BLOB NOT NULL,
    digest BLOB NOT NULL,  -- of the payload as it was written; stays when that is erased
    link BLOB NOT NULL  -- keyed hash over all of this row and the link before it
);

CREATE INDEX IF NOT EXISTS event_by_type ON event (type);

CREATE TABLE IF NOT EXISTS event_tag (
    tag TEXT NOT NULL,
    type INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (tag, type, position)
) WITHOUT ROWID;

-- Apart from the event, because this alone may one day be erased.
CREATE TABLE IF NOT EXISTS payload (
    position INTEGER PRIMARY KEY REFERENCES event (position),
    data BLOB NOT NULL
);

-- What is known about the journal beside its events: plans, receipts, checkpoints. Ids and figures.
CREATE TABLE IF NOT EXISTS note (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    document BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;

CREATE TRIGGER IF NOT EXISTS event_is_never_updated BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TRIGGER IF NOT EXISTS event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TRIGGER IF NOT EXISTS event_tag_is_never_updated BEFORE UPDATE ON event_tag
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TRIGGER IF NOT EXISTS event_tag_is_never_deleted BEFORE DELETE ON event_tag
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
