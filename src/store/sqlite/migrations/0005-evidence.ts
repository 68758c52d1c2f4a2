/**
 * What auditors ask for: in which certificates a value stands, found by its digest alone, and the contracts that gave a value
 * its meaning when it was made a durable artifact. Of promotions made before, no contract was kept. The index by which
 * verifications were found that saw a value has no other use, and every certificate pays for it.
 */
export const sql = `
CREATE TABLE certificate_values (
  tenant TEXT NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  log_index INTEGER NOT NULL REFERENCES certificates (log_index),
  PRIMARY KEY (tenant, digest, log_index)
) STRICT, WITHOUT ROWID;

INSERT INTO certificate_values (tenant, digest, log_index)
  SELECT DISTINCT role.tenant, role.digest, certificate.log_index FROM certificates AS certificate
    JOIN verification_roles AS role
      ON (role.tenant, role.verification) = (certificate.tenant, certificate.verification);

DROP INDEX verification_roles_by_digest;

CREATE TABLE contracts (
  digest BLOB PRIMARY KEY NOT NULL CHECK (length(digest) = 32),
  bytes BLOB NOT NULL
) STRICT;

ALTER TABLE promotions ADD COLUMN value_type BLOB REFERENCES contracts (digest);
ALTER TABLE promotions ADD COLUMN capability BLOB REFERENCES contracts (digest);
`;
