/**
 * Log tables belong to the instance; values, verifications, certificates and obligations to a tenant.
 * Nothing cascades: a row that others refer to cannot be deleted by accident.
 */
export const sql = `
CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  tenant TEXT NOT NULL CHECK (length(tenant) = 32),
  origin TEXT NOT NULL
) STRICT;

CREATE TABLE signing_keys (
  role TEXT PRIMARY KEY NOT NULL CHECK (role IN ('root', 'certificate', 'log')),
  public_key BLOB NOT NULL CHECK (length(public_key) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE log_entries (
  position INTEGER PRIMARY KEY CHECK (position >= 0),
  kind TEXT NOT NULL,
  payload_digest BLOB NOT NULL CHECK (length(payload_digest) = 32)
) STRICT;

CREATE TABLE log_hashes (
  level INTEGER NOT NULL CHECK (level >= 0),
  position INTEGER NOT NULL CHECK (position >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE log_checkpoints (
  size INTEGER PRIMARY KEY CHECK (size > 0),
  root BLOB NOT NULL CHECK (length(root) = 32),
  note TEXT NOT NULL
) STRICT;

CREATE TABLE trust_roots (
  version INTEGER PRIMARY KEY CHECK (version > 0),
  log_index INTEGER NOT NULL UNIQUE REFERENCES log_entries (position),
  envelope BLOB NOT NULL,
  envelope_digest BLOB NOT NULL CHECK (length(envelope_digest) = 32)
) STRICT;

CREATE TABLE stored_values (
  id INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (tenant, digest)
) STRICT;

CREATE TABLE verifications (
  seq INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  id TEXT NOT NULL CHECK (length(id) = 32),
  claim BLOB NOT NULL CHECK (length(claim) = 32),
  claim_id TEXT NOT NULL,
  statement BLOB NOT NULL CHECK (length(statement) = 32),
  proposition BLOB NOT NULL CHECK (length(proposition) = 32),
  checker BLOB CHECK (length(checker) = 32),
  checker_id TEXT,
  verdict TEXT NOT NULL CHECK (verdict IN ('ACCEPTED', 'REJECTED', 'INCONCLUSIVE')),
  reason TEXT,
  at TEXT,
  started_at TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  UNIQUE (tenant, id)
) STRICT;

CREATE TABLE verification_roles (
  tenant TEXT NOT NULL,
  verification TEXT NOT NULL,
  position INTEGER NOT NULL,
  role TEXT NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (tenant, verification, position),
  FOREIGN KEY (tenant, verification) REFERENCES verifications (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE certificates (
  log_index INTEGER PRIMARY KEY REFERENCES log_entries (position),
  tenant TEXT NOT NULL,
  serial TEXT NOT NULL CHECK (length(serial) = 32),
  verification TEXT NOT NULL,
  conditional INTEGER NOT NULL CHECK (conditional IN (0, 1)),
  statement BLOB NOT NULL CHECK (length(statement) = 32),
  proposition BLOB NOT NULL CHECK (length(proposition) = 32),
  payload_digest BLOB NOT NULL CHECK (length(payload_digest) = 32),
  envelope BLOB NOT NULL,
  envelope_digest BLOB NOT NULL CHECK (length(envelope_digest) = 32),
  UNIQUE (tenant, serial),
  UNIQUE (tenant, verification),
  FOREIGN KEY (tenant, verification) REFERENCES verifications (tenant, id)
) STRICT;

CREATE TABLE obligations (
  tenant TEXT NOT NULL,
  certificate TEXT NOT NULL,
  position INTEGER NOT NULL,
  proposition BLOB NOT NULL CHECK (length(proposition) = 32),
  cause TEXT NOT NULL CHECK (json_valid(cause)),
  PRIMARY KEY (tenant, certificate, position),
  FOREIGN KEY (tenant, certificate) REFERENCES certificates (tenant, serial)
) STRICT, WITHOUT ROWID;
`;
