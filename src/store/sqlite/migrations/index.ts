import { sql as tables } from './0001-tables.ts';
import { sql as indexes } from './0002-indexes.ts';
import { sql as service } from './0003-service.ts';
import { sql as bounds } from './0004-bounds.ts';
import { sql as evidence } from './0005-evidence.ts';
import { sql as valueIds } from './0006-value-ids.ts';
import { sql as answerRows } from './0007-answer-rows.ts';
import { sql as trustDigest } from './0008-trust-digest.ts';

/**
 * SQL that turns a database of one version into the next: element 0 makes version 1 from nothing. A
 * released one is never edited, only followed. The texts are modules, so that `dist/` holds them too.
 */
export const MIGRATIONS: readonly string[] = [
  tables,
  indexes,
  service,
  bounds,
  evidence,
  valueIds,
  answerRows,
  trustDigest,
];
