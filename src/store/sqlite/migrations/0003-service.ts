/**
 * What the service keeps beside certificates: tenants and their tokens, sessions, the runs of producers, the references
 * to their values, jobs, and the answers to requests that may come twice. Values that only sessions hold are not durable
 * and can be collected; all that stood in a store of an earlier version are. What is collected leaves its `seq` unused
 * (AUTOINCREMENT): a place in a list must never come to lie before what is newer.
 */
export const sql = `
ALTER TABLE stored_values ADD COLUMN durable INTEGER NOT NULL DEFAULT 1 CHECK (durable IN (0, 1));

CREATE TABLE tenants (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;

INSERT INTO tenants (id, name, created_at)
  SELECT tenant, 'operator', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM instance;

CREATE TABLE tokens (
  seq INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL REFERENCES tenants (id),
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
  name TEXT NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT
) STRICT;
CREATE INDEX tokens_by_tenant ON tokens (tenant, seq);

CREATE TABLE secrets (
  name TEXT PRIMARY KEY NOT NULL,
  bytes BLOB NOT NULL CHECK (length(bytes) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL REFERENCES tenants (id),
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  most_values INTEGER NOT NULL CHECK (most_values > 0),
  most_bytes INTEGER NOT NULL CHECK (most_bytes > 0),
  held_values INTEGER NOT NULL DEFAULT 0 CHECK (held_values >= 0),
  held_bytes INTEGER NOT NULL DEFAULT 0 CHECK (held_bytes >= 0),
  handles INTEGER NOT NULL DEFAULT 0 CHECK (handles >= 0),
  collected INTEGER NOT NULL DEFAULT 0 CHECK (collected IN (0, 1))
) STRICT;
CREATE INDEX sessions_by_tenant ON sessions (tenant, seq);
CREATE INDEX sessions_held ON sessions (tenant) WHERE collected = 0;
CREATE INDEX sessions_by_expiry ON sessions (collected, expires_at);

CREATE TABLE invocations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL REFERENCES tenants (id),
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
  session TEXT,
  capability TEXT NOT NULL,
  basis TEXT NOT NULL CHECK (basis IN ('declared', 'producer_signed', 'ran_here')),
  run TEXT,
  evidence BLOB,
  token TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT NOT NULL
) STRICT;
CREATE INDEX invocations_by_session ON invocations (tenant, session, seq);

CREATE TABLE invocation_inputs (
  invocation TEXT NOT NULL REFERENCES invocations (id),
  port TEXT NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  arrived TEXT NOT NULL,
  PRIMARY KEY (invocation, port)
) STRICT, WITHOUT ROWID;

CREATE TABLE value_references (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL REFERENCES tenants (id),
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
  session TEXT,
  handle INTEGER,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  type TEXT NOT NULL,
  schema TEXT NOT NULL,
  semantics TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  preview TEXT NOT NULL CHECK (json_valid(preview)),
  invocation TEXT NOT NULL REFERENCES invocations (id),
  capability TEXT NOT NULL,
  port TEXT NOT NULL,
  lifetime TEXT NOT NULL CHECK (lifetime IN ('REQUEST', 'SESSION', 'DURABLE_ARTIFACT')),
  created_at TEXT NOT NULL,
  expires_at TEXT CHECK ((expires_at IS NULL) = (lifetime = 'DURABLE_ARTIFACT')),
  evicted INTEGER NOT NULL DEFAULT 0 CHECK (evicted IN (0, 1)),
  UNIQUE (session, handle)
) STRICT;
CREATE INDEX value_references_by_session ON value_references (tenant, session, seq);
CREATE INDEX value_references_held ON value_references (tenant, digest) WHERE evicted = 0;
CREATE INDEX value_references_by_invocation ON value_references (invocation);

CREATE TABLE promotions (
  reference TEXT PRIMARY KEY NOT NULL REFERENCES value_references (id),
  source TEXT NOT NULL REFERENCES value_references (id),
  tenant TEXT NOT NULL,
  token TEXT NOT NULL,
  promoted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX promotions_by_source ON promotions (source);

CREATE TABLE withdrawals (
  capability TEXT PRIMARY KEY NOT NULL,
  reason TEXT NOT NULL,
  withdrawn_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE discharges (
  tenant TEXT NOT NULL,
  certificate TEXT NOT NULL,
  proposition BLOB NOT NULL CHECK (length(proposition) = 32),
  cited TEXT NOT NULL,
  token TEXT NOT NULL,
  discharged_at TEXT NOT NULL,
  PRIMARY KEY (tenant, certificate, proposition, cited),
  FOREIGN KEY (tenant, certificate) REFERENCES certificates (tenant, serial),
  FOREIGN KEY (tenant, cited) REFERENCES certificates (tenant, serial)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL REFERENCES tenants (id),
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cancelled')),
  answer TEXT CHECK (json_valid(answer)),
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX jobs_by_state ON jobs (state);

CREATE TABLE answers (
  tenant TEXT NOT NULL REFERENCES tenants (id),
  token TEXT NOT NULL,
  key TEXT NOT NULL,
  request BLOB NOT NULL CHECK (length(request) = 32),
  status INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  answered_at TEXT NOT NULL,
  PRIMARY KEY (tenant, token, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_by_time ON answers (answered_at);
CREATE INDEX certificates_by_tenant ON certificates (tenant, log_index);
`;
