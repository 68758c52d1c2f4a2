import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Every row of every table, each as one text. */
export type Rows = Readonly<Record<string, readonly string[]>>;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The whole database as it is on disk; with a tenant, only what is that tenant's. */
export function rowsOf(data: string, tenant?: string): Rows {
  const database = new Database(join(data, 'assay.sqlite'), { readonly: true });
  try {
    const tables = database
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .all()
      .map(({ name }) => ({ name, columns: columnsOf(database, name) }));
    const read = (table: Table): string[] => {
      const condition = tenant === undefined ? '' : conditionFor(table);
      if (condition === undefined) return [];
      const statement = database.prepare(`SELECT * FROM ${table.name} ${condition}`);
      const rows = condition === '' ? statement.all() : statement.all(tenant);
      return rows.map((row) => JSON.stringify(row, hexadecimal)).sort();
    };
    return Object.fromEntries(tables.map((table) => [table.name, read(table)]));
  } finally {
    database.close();
  }
}

/** Of what belongs to no tenant: nothing. */
function conditionFor({ name, columns }: Table): string | undefined {
  if (name === 'tenants') return 'WHERE id = ?';
  if (name === 'invocation_inputs') {
    return 'WHERE invocation IN (SELECT id FROM invocations WHERE tenant = ?)';
  }
  return columns.includes('tenant') ? 'WHERE tenant = ?' : undefined;
}

function columnsOf(database: Database.Database, table: string): string[] {
  const columns = database.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)');
  return columns.all(table).map(({ name }) => name);
}

function hexadecimal(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'Buffer')
    return value;
  return 'data' in value && Array.isArray(value.data) ? Buffer.from(value.data).toString('hex') : value;
}
