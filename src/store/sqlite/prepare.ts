import type { Database } from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { and, eq, getTableColumns, sql } from './drizzle.ts';

/** Rows in which each of the columns equals the parameter of its name. */
export function having(...columns: SQLiteColumn[]): SQL | undefined {
  return and(...columns.map((column) => eq(column, sql.param(sql.placeholder(column.name), column))));
}

/**
 * An insert of one whole row, typed by its table. Gives how many rows it made: none where `ifMissing` found one. Drizzle
 * builds the statement; the values are encoded here, because its prepared inserts hand null to a column's encoder.
 */
export function prepareInsert<Table extends SQLiteTable>(
  database: Database,
  db: BetterSQLite3Database,
  table: Table,
  { ifMissing = false } = {},
): (row: Table['$inferInsert']) => number {
  const columns = Object.entries(getTableColumns(table));
  const parameters = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
  const insert = db.insert(table).values(parameters as SQLiteInsertValue<Table>);
  const statement = database.prepare((ifMissing ? insert.onConflictDoNothing() : insert).toSQL().sql);
  return (row) => {
    const values: Record<string, unknown> = row;
    const encoded = columns.map(([name, column]) => {
      const value = values[name];
      return value === undefined || value === null ? null : column.mapToDriverValue(value);
    });
    return statement.run(...encoded).changes;
  };
}

/** A deletion that Drizzle has no builder for. Gives how many rows it took. */
export function prepareDelete(
  database: Database,
  text: string,
): (parameters: Readonly<Record<string, string | number>>) => number {
  const statement = database.prepare(text);
  return (parameters) => statement.run(parameters).changes;
}

/** What is made by each of these, when it is first asked for: a start needs few of a hundred statements, and all take 30 ms. */
export function onFirstUse<Makers extends Readonly<Record<string, () => unknown>>>(
  makers: Makers,
): { readonly [Name in keyof Makers]: ReturnType<Makers[Name]> } {
  const made: Partial<Record<keyof Makers, unknown>> = {};
  for (const [name, make] of Object.entries(makers)) {
    Object.defineProperty(made, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make();
        Object.defineProperty(made, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return made as { readonly [Name in keyof Makers]: ReturnType<Makers[Name]> };
}
