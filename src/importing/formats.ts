import { importDimacsCnf } from './dimacs-cnf.ts';
import { importDimacsCol } from './dimacs-col.ts';
import { importGraph6 } from './graph6.ts';
import type { Importer } from './imported.ts';
import { importLrat } from './lrat.ts';
import { importMatrixMarket } from './matrix-market.ts';
import { importFixedMps, importFreeMps, importMps } from './mps/mps.ts';

const FORMATS: ReadonlyMap<string, Importer> = new Map([
  ['dimacs-cnf', importDimacsCnf],
  ['dimacs-col', importDimacsCol],
  ['lrat', importLrat],
  ['graph6', importGraph6],
  ['matrix-market', importMatrixMarket],
  ['mps', importMps],
  ['mps-free', importFreeMps],
  ['mps-fixed', importFixedMps],
]);

/** The names of the formats that files can be imported from. */
export const FORMAT_NAMES: readonly string[] = [...FORMATS.keys()];

/** The importer of a format, undefined where there is none of this name. */
export function importerOf(format: string): Importer | undefined {
  return FORMATS.get(format);
}
