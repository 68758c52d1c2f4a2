import type { JsonValue } from '../canonical/json.ts';
import type { Once } from './answers.ts';

export type JobState = 'running' | 'done' | 'failed' | 'cancelled';

/** Work that is asked for now and answered later. */
export interface Job {
  /** 32 hex digits; of a verification, its id. */
  readonly id: string;
  readonly state: JobState;
  /** What it came to, as the same request would have been answered at once; null while it runs. */
  readonly answer: JsonValue | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** Jobs of one tenant. */
export interface JobStore {
  startJob(job: Pick<Job, 'id' | 'createdAt'>, once?: Once<Job>): Promise<Job>;
  job(id: string): Promise<Job | null>;
  /** Ends a running job; one that has ended stays as it is. Gives it as it is then; null for an unknown one. */
  endJob(job: Pick<Job, 'id' | 'state' | 'answer' | 'finishedAt'>): Promise<Job | null>;
  /** Of all tenants: ends what an earlier process left running. Gives how many. */
  interruptJobs(answer: JsonValue, at: string): Promise<number>;
}
