/** Writes values back into files, as plainly as can be. */

export interface Cnf {
  readonly variables: number;
  readonly clauses: readonly (readonly number[])[];
}

export function cnfText({ variables, clauses }: Cnf): string {
  const lines = clauses.map((clause) => `${[...clause, 0].join(' ')}\n`);
  return `p cnf ${variables} ${clauses.length}\n${lines.join('')}`;
}

export interface Graph {
  readonly vertices: readonly string[];
  readonly edges: readonly (readonly [string, string])[];
}

/** Of a graph whose vertices are "1" to "n". */
export function colText({ vertices, edges }: Graph): string {
  return `p edge ${vertices.length} ${edges.length}\n${edges.map(([u, v]) => `e ${u} ${v}\n`).join('')}`;
}

/** Of a graph whose vertices are "0" to "n-1". */
export function graph6Text({ vertices, edges }: Graph): string {
  const n = vertices.length;
  const joined = new Set(edges.flatMap(([u, v]) => [`${u} ${v}`, `${v} ${u}`]));
  let bits = '';
  for (let j = 0; j < n; j++) for (let i = 0; i < j; i++) bits += joined.has(`${i} ${j}`) ? '1' : '0';
  const size = n <= 62 ? sextets(n, 1) : n <= 258_047 ? [63, ...sextets(n, 3)] : [63, 63, ...sextets(n, 6)];
  const body = bits.match(/.{1,6}/g) ?? [];
  return `${ascii([...size, ...body.map((six) => Number.parseInt(six.padEnd(6, '0'), 2))])}\n`;
}

function sextets(n: number, digits: number): number[] {
  return Array.from({ length: digits }, (_, i) => Math.floor(n / 64 ** (digits - 1 - i)) % 64);
}

function ascii(sixes: readonly number[]): string {
  return sixes.map((six) => String.fromCharCode(six + 63)).join('');
}

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly entries: readonly (readonly string[])[];
}

export function coordinateText({ rows, columns, entries }: Matrix, field: 'integer' | 'real'): string {
  const listed = entries.flatMap((row, i) =>
    row.flatMap((entry, j) => (entry === '0' ? [] : [`${i + 1} ${j + 1} ${decimalOf(entry)}\n`])),
  );
  const head = `%%MatrixMarket matrix coordinate ${field} general\n${rows} ${columns} ${listed.length}\n`;
  return head + listed.reverse().join('');
}

export function arrayText({ rows, columns, entries }: Matrix, field: 'integer' | 'real'): string {
  let text = `%%MatrixMarket matrix array ${field} general\n${rows} ${columns}\n`;
  for (let j = 0; j < columns; j++) for (const row of entries) text += `${decimalOf(row[j] ?? '')}\n`;
  return text;
}

export interface LinearProgram {
  readonly sense: 'min' | 'max';
  readonly columns: readonly {
    readonly name: string;
    readonly objective: string;
    readonly lower: string | null;
    readonly upper: string | null;
  }[];
  readonly rows: readonly {
    readonly name: string;
    readonly type: string;
    readonly rhs: string;
    readonly coefficients: readonly (readonly [string, string])[];
  }[];
}

/** One line of an MPS file from its six fields. */
export type Line = (type: string, name: string, ...pairs: readonly (readonly [string, string])[]) => string;

export const freeLine: Line = (type, name, ...pairs) =>
  ` ${[type, name, ...pairs.flat()].filter((word) => word !== '').join(' ')}\n`;

export const fixedLine: Line = (type, name, ...pairs) => {
  const [[first, firstNumber] = ['', ''], [second, secondNumber] = ['', '']] = pairs;
  const line = ` ${type.padEnd(2)} ${name.padEnd(8)}  ${first.padEnd(8)}  ${firstNumber.padStart(12)}   ${second.padEnd(8)}  ${secondNumber.padStart(12)}`;
  return `${line.trimEnd()}\n`;
};

/** Two entries a line, as the old files have them. Every column says its objective, so that none is lost. */
export function mpsText({ sense, columns, rows }: LinearProgram, line: Line): string {
  let text = `* a comment\nNAME          WRITTEN\nOBJSENSE\n    ${sense.toUpperCase()}\nROWS\n${line('N', 'COST')}`;
  for (const { type, name } of rows) text += line(type, name);
  text += 'COLUMNS\n';
  for (const { name, objective } of columns) {
    const entries: [string, string][] = [['COST', decimalOf(objective)]];
    for (const row of rows) {
      for (const [column, number] of row.coefficients) {
        if (column === name) entries.push([row.name, decimalOf(number)]);
      }
    }
    for (let at = 0; at < entries.length; at += 2) text += line('', name, ...entries.slice(at, at + 2));
  }
  text += 'RHS\n';
  for (const { name, rhs } of rows) if (rhs !== '0') text += line('', 'B', [name, decimalOf(rhs)]);
  text += 'BOUNDS\n';
  for (const { name, lower, upper } of columns) {
    if (lower === null) text += line('MI', 'BND', [name, '']);
    else if (lower !== '0' || upper?.startsWith('-')) text += line('LO', 'BND', [name, decimalOf(lower)]);
    if (upper !== null) text += line('UP', 'BND', [name, decimalOf(upper)]);
  }
  return `${text}ENDATA\n`;
}

/** The decimal that a rational is exactly; there must be one. */
export function decimalOf(rational: string): string {
  const [numerator = '', denominator = '1'] = rational.split('/');
  let [top, bottom] = [BigInt(numerator), BigInt(denominator)];
  let places = 0;
  for (; bottom !== 1n; places++) {
    const factor = bottom % 10n === 0n ? 10n : bottom % 2n === 0n ? 2n : 5n;
    if (bottom % factor !== 0n) throw new TypeError('not a decimal');
    bottom /= factor;
    top *= 10n / factor;
  }
  if (places === 0) return top.toString();
  const digits = (top < 0n ? -top : top).toString().padStart(places + 1, '0');
  return `${top < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
