/**
 * The digest of the newest trust root in a page of its own. In the table it stands behind the envelope, whose tens of kilobytes
 * were read with it, twice in each turn in which something is certified.
 */
export const sql = `
CREATE INDEX trust_roots_by_version ON trust_roots (version, envelope_digest);
`;
