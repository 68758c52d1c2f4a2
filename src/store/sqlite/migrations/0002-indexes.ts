/** Finds what stands for a proposition, and which verifications saw a value, without reading whole tables. */
export const sql = `
CREATE INDEX certificates_by_proposition ON certificates (tenant, proposition, log_index);
CREATE INDEX obligations_by_proposition ON obligations (tenant, proposition);
CREATE INDEX verification_roles_by_digest ON verification_roles (tenant, digest);
`;
