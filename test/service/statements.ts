import Database from 'better-sqlite3';

let executed: string[] | undefined;
/** Begin and end of what is read in one turn of the event loop, which may end after the answer is out. */
const SNAPSHOT: readonly string[] = ['BEGIN', 'ROLLBACK'];
const METHODS = ['get', 'all', 'run', 'iterate'] as const;

/** Every statement that this process executes is seen, whichever connection it goes over. */
function listen(): void {
  const database = new Database(':memory:');
  const { prototype } = database.prepare('SELECT 1').constructor;
  database.close();
  for (const method of METHODS) {
    const execute: (...parameters: unknown[]) => unknown = prototype[method];
    prototype[method] = function listened(this: Database.Statement, ...parameters: unknown[]) {
      if (!SNAPSHOT.includes(this.source)) executed?.push(this.source);
      return execute.apply(this, parameters);
    };
  }
}

listen();

/** What some work resolves to, one at a time, and the SQL of the statements that were executed meanwhile, in their order. */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
  executed = [];
  try {
    const result = await work();
    return { result, statements: executed };
  } finally {
    executed = undefined;
  }
}
