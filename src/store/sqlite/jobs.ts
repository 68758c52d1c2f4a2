import type { JsonValue } from '../../canonical/json.ts';
import type { Once } from '../answers.ts';
import type { Job, JobStore } from '../jobs.ts';
import { type Access, answered, jsonText, readJsonText } from './access.ts';

export class SqliteJobs implements JobStore {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  startJob({ id, createdAt }: Pick<Job, 'id' | 'createdAt'>, once?: Once<Job>): Promise<Job> {
    const { tenant, statements, write } = this.#access;
    const job: Job = { id, state: 'running', answer: null, createdAt, finishedAt: null };
    return write(() =>
      answered(this.#access, once, () => {
        statements.service.addJob({ tenant, ...job, answer: null });
        return job;
      }),
    );
  }

  job(id: string): Promise<Job | null> {
    return this.#access.read(() => readJob(this.#access, id));
  }

  endJob(job: Pick<Job, 'id' | 'state' | 'answer' | 'finishedAt'>): Promise<Job | null> {
    return this.#access.write(() => {
      endJob(this.#access, job);
      return readJob(this.#access, job.id);
    });
  }

  interruptJobs(answer: JsonValue, at: string): Promise<number> {
    const { statements, write } = this.#access;
    return write(() => statements.service.interruptJobs.run({ answer: jsonText(answer), at }).changes);
  }
}

type Tables = Pick<Access, 'tenant' | 'statements'>;

/** Within a transaction: ends a running job, which may be part of a greater effect. */
export function endJob(
  { tenant, statements }: Tables,
  { id, state, answer, finishedAt }: Pick<Job, 'id' | 'state' | 'answer' | 'finishedAt'>,
): void {
  const text = answer === null ? null : jsonText(answer);
  statements.service.endJob.run({ tenant, id, state, answer: text, finishedAt });
}

function readJob({ tenant, statements }: Tables, id: string): Job | null {
  const row = statements.service.job.get({ tenant, id });
  if (row === undefined) return null;
  const { state, createdAt, finishedAt } = row;
  return { id, state, answer: row.answer === null ? null : readJsonText(row.answer), createdAt, finishedAt };
}
