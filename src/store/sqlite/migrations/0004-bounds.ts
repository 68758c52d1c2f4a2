/**
 * What the service needs to bound what it keeps: how many bytes each tenant's durable values have, which runs a certificate
 * names, and indexes that find what ended long ago. Which run an earlier certificate names stands in its envelope, out of
 * reach here; all that it could be are marked: those outside of sessions, and those whose output stands in a certificate.
 */
export const sql = `
CREATE TABLE tenant_usage (
  tenant TEXT PRIMARY KEY NOT NULL,
  durable_bytes INTEGER NOT NULL CHECK (durable_bytes >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO tenant_usage (tenant, durable_bytes)
  SELECT tenant, sum(length(bytes)) FROM stored_values WHERE durable = 1 GROUP BY tenant;

ALTER TABLE invocations ADD COLUMN in_certificate INTEGER NOT NULL DEFAULT 0 CHECK (in_certificate IN (0, 1));

UPDATE invocations SET in_certificate = 1 WHERE session IS NULL OR EXISTS (
  SELECT 1 FROM value_references AS output
    JOIN verification_roles AS role ON (role.tenant, role.digest) = (output.tenant, output.digest)
    JOIN certificates AS certificate
      ON (certificate.tenant, certificate.verification) = (role.tenant, role.verification)
    WHERE output.invocation = invocations.id
);

CREATE INDEX invocations_outside ON invocations (finished_at) WHERE session IS NULL AND in_certificate = 0;
CREATE INDEX jobs_by_end ON jobs (finished_at) WHERE finished_at IS NOT NULL;
`;
