/**
 * In which certificates a value stands, by the id of the stored value instead of its digest: what is new comes last, where the
 * digests of a commit's values lie anywhere, and each changed a page of its own (2 of 9 for a small certificate).
 */
export const sql = `
CREATE TABLE certified_values (
  value INTEGER NOT NULL REFERENCES stored_values (id),
  log_index INTEGER NOT NULL REFERENCES certificates (log_index),
  PRIMARY KEY (value, log_index)
) STRICT, WITHOUT ROWID;

INSERT INTO certified_values (value, log_index)
  SELECT stored.id, standing.log_index FROM certificate_values AS standing
    JOIN stored_values AS stored ON (stored.tenant, stored.digest) = (standing.tenant, standing.digest);

DROP TABLE certificate_values;
`;
