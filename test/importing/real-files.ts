import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('real/', import.meta.url);

/** Where a file of `real/` lies. */
export function realPath(name: string): string {
  return fileURLToPath(new URL(name, FOLDER));
}

/** A file of `real/`, its bytes as characters. */
export function realText(name: string): string {
  return readFileSync(realPath(name), 'latin1');
}

/** What the refusal of SATLIB's files says to do: the trailer removed. */
export function withoutTrailer(cnf: string): string {
  return cnf.replace(/^%.*/ms, '');
}

/** What the refusal of a graph says to do whose edges are listed in both directions: each once. */
export function oneDirection(col: string): string {
  return col
    .replace(/^p edge (\d+) (\d+)$/m, (_, vertices, edges) => `p edge ${vertices} ${edges / 2}`)
    .replace(/^e (\d+) (\d+)\n/gm, (line, u, v) => (Number(u) < Number(v) ? line : ''));
}

/** Files that are read, some of them as their refusal said to change them. */
export const READ: readonly (readonly [format: string, name: string, text: string])[] = [
  ...['hole6', 'full6', 'example-5-vars', 'uuf-50-3'].map((name) => whole('dimacs-cnf', `${name}.cnf`)),
  ['dimacs-cnf', 'uf20-01.cnf', withoutTrailer(realText('uf20-01.cnf'))],
  ...['full6', 'example-5-vars', 'uuf-50-3'].map((name) => whole('lrat', `${name}.lrat`)),
  whole('dimacs-col', 'myciel4.col'),
  ['dimacs-col', 'queen5_5.col', oneDirection(realText('queen5_5.col'))],
  whole('graph6', 'gp40_3.g6'),
  ['graph6', 'graphs5-header.g6', realText('graphs5-header.g6').replace(/\n.*/s, '\n')],
  ...realText('graphs5.g6')
    .trimEnd()
    .split('\n')
    .map((line): [string, string, string] => ['graph6', 'graphs5.g6', `${line}\n`]),
  ...['pores_1', 'incidence', 'incidence-sparse', 'laplacian', 'skew', 'skew-sparse', 'hilbert'].map((name) =>
    whole('matrix-market', `${name}.mtx`),
  ),
  ...['afiro', 'kb2', 'transport', 'transport-free', 'transport-lp_solve', 'transport-clp'].map((name) =>
    whole('mps', `${name}.mps`),
  ),
  ...['maximise', 'maximise-free'].map((name) => whole('mps', `${name}.mps`)),
];

function whole(format: string, name: string): [format: string, name: string, text: string] {
  return [format, name, realText(name)];
}

/** The text of a file that is read. */
export function readable(wanted: string): string {
  return READ.find(([, name]) => name === wanted)?.[2] ?? '';
}
