import type { JsonObject } from '../../canonical/json.ts';
import type { Job } from '../../store/jobs.ts';

/** A job as its status tells it. */
export function jobJson({ id, state, answer, createdAt, finishedAt }: Job): JsonObject {
  return { id, state, answer, created_at: createdAt, finished_at: finishedAt };
}
