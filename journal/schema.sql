CREATE TABLE IF NOT EXISTS event_type (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- AUTOINCREMENT: a position is never given twice.
CREATE TABLE IF NOT EXISTS event (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    type INTEGER NOT NULL REFERENCES event_type (id),
    tags TEXT NOT NULL,
    envelope BLOB NOT NULL
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

CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER IF NOT EXISTS event_is_never_updated BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TRIGGER IF NOT EXISTS event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TRIGGER IF NOT EXISTS event_tag_is_never_updated BEFORE UPDATE ON event_tag
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

CREATE TRIGGER IF NOT EXISTS event_tag_is_never_deleted BEFORE DELETE ON event_tag
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
