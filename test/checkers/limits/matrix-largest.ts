import { document, exactly, type Instance, listOf, times } from './instance.ts';
import { full, identity, labels, long, matrix, part, vector } from './matrix-texts.ts';

/** Rows that a matrix may have. */
const ROWS = 2 ** 18;

/** Entries in rows of this length, and four bytes more for each row, in so many bytes: the number of rows. */
const rowsIn = (bytes: number, columns: number, others: number): number =>
  Math.floor((bytes - 1300) / (4 * columns + 2 + others));

export function transposed(bytes: number): Instance {
  const [rows, columns] = [2 ** 17, 63];
  const [row, column] = [times(columns, '"1"'), times(rows, '"1"')];
  const more = (list: string, padding: number) => `[${long(padding)}${list.slice(4)}`;
  return exactly(bytes, (padding) => ({
    roles: {
      matrix: matrix(rows, columns, `[${more(row, padding)},${times(rows - 1, row).slice(1)}`),
      transpose: matrix(columns, rows, `[${more(column, padding)},${times(columns - 1, column).slice(1)}`),
    },
  }));
}

/** The first column of the left factor is zero, so that the first entry of the right one, as long as the padding, does not matter. */
export function tallProduct(bytes: number): Instance {
  const columns = 62;
  const rows = rowsIn(bytes, columns, 7);
  const left = matrix(rows, columns, times(rows, `["0",${times(columns - 1, '"1"').slice(1)}`));
  const product = matrix(rows, 1, times(rows, `["${columns - 1}"]`));
  return exactly(bytes, (padding) => ({
    roles: {
      left,
      right: matrix(columns, 1, `[[${long(padding)}],${times(columns - 1, '["1"]').slice(1)}`),
      product,
    },
  }));
}

/** Both factors with their transposes, long where they are joined. */
export function replayed(bytes: number): Instance {
  const outer = 16;
  return exactly(bytes, (padding, shift) => {
    const inner = Math.floor((bytes - 5000) / (16 * outer + 4)) - shift;
    const [wide, tall] = [full(outer, inner, '"1"'), full(inner, outer, '"1"')];
    const names = labels(outer, padding);
    const columnNames = (rows: number, columns: number, entries: string) =>
      document(
        'matrix.integer@1',
        `{"column_labels":${names},"columns":${columns},"entries":${entries},"rows":${rows}}`,
      );
    return {
      roles: {
        left: matrix(outer, inner, wide, names),
        right: matrix(inner, outer, tall),
        product: matrix(outer, outer, full(outer, outer, `"${inner}"`), names),
      },
      sources: { left: columnNames(inner, outer, tall), right: matrix(outer, inner, wide) },
    };
  });
}

export function tallGram(bytes: number): Instance {
  const columns = 100;
  const rows = Math.floor((bytes - 250_000) / (10 * columns + 9)) - 100;
  const entries = full(rows, columns, long(7));
  const gram = matrix(columns, columns, full(columns, columns, `"${rows}${'0'.repeat(12)}"`));
  return exactly(bytes, (padding) => ({
    roles: { matrix: matrix(rows, columns, entries, labels(rows, padding)), gram },
  }));
}

export function largeDeterminant(bytes: number): Instance {
  const size = Math.floor(Math.sqrt(bytes / 4)) - 4;
  const entries = identity(size);
  return exactly(bytes, (padding) => ({
    roles: {
      matrix: matrix(size, size, entries, labels(size, padding)),
      determinant: document('number.integer@1', '{"value":"1"}'),
    },
  }));
}

/** Two equal columns. */
export function tallRank(bytes: number): Instance {
  const digits = 118;
  const entries = full(ROWS, 2, long(digits));
  const certificate = document(
    'matrix.rank_certificate@1',
    '{"kernel":[["1","-1"]],"minor":{"columns":[0],"rows":[0]},"rank":1}',
  );
  return exactly(bytes, (padding) => ({
    roles: { matrix: matrix(ROWS, 2, entries, labels(ROWS, padding)), certificate },
  }));
}

/** As `tallProduct`. */
export function tallSolution(bytes: number): Instance {
  const columns = 63;
  const rows = rowsIn(bytes, columns, 5);
  const left = matrix(rows, columns, times(rows, `["0",${times(columns - 1, '"1"').slice(1)}`));
  const right = vector(rows, times(rows, `"${columns - 1}"`));
  return exactly(bytes, (padding) => ({
    roles: {
      matrix: left,
      right_hand_side: right,
      solution: vector(columns, `[${long(padding)},${times(columns - 1, '"1"').slice(1)}`),
    },
  }));
}

export function tallContradiction(bytes: number): Instance {
  const columns = 62;
  const rows = rowsIn(bytes, columns, 8);
  const left = matrix(rows, columns, full(rows, columns, '"0"'));
  const witness = vector(rows, times(rows, '"1"'));
  return exactly(bytes, (padding) => ({
    roles: {
      matrix: left,
      right_hand_side: vector(rows, `[${long(padding)},${times(rows - 1, '"1"').slice(1)}`),
      witness,
    },
  }));
}

/** D is diagonal, its last entry as long as the padding; with a shift U is not the unit matrix. */
export function largeSmith(bytes: number): Instance {
  const size = Math.floor(Math.sqrt(bytes / 24)) - 1;
  const rest = listOf(size - 2, (i) => `[${'"0",'.repeat(i + 1)}"1"${',"0"'.repeat(size - 2 - i)}]`).slice(
    1,
    -1,
  );
  const square = (second: string, last = '"1"') =>
    `[["1",${second}${',"0"'.repeat(size - 2)}],${rest},[${'"0",'.repeat(size - 1)}${last}]]`;
  const whole = (entries: string) => part(size, size, entries);
  return exactly(bytes, (padding, shift) => {
    const [one, other] = shift === 0 ? ['"0"', '"0"'] : ['"10"', '"-10"'];
    const unit = whole(square('"0"'));
    const form = `{"D":${whole(square('"0"', long(padding)))},"U":${whole(square(one))},"U_inverse":${whole(square(other))},"V":${unit},"V_inverse":${unit}}`;
    return {
      roles: {
        matrix: matrix(size, size, square(other, long(padding))),
        form: document('matrix.smith_form@1', form),
      },
    };
  });
}

/**
 * Pivots of one at the beginning of the rows; as many entries of the last one as the padding says have two digits. The second
 * row has nothing but its pivot, and with a shift ten times it is what the first row of the matrix lacks.
 */
export function wideHermite(bytes: number): Instance {
  const rows = 32;
  const columns = Math.floor((bytes - 20_000) / (8 * rows));
  const others = columns - rows;
  const start = (i: number, second = '"0"') =>
    Array.from({ length: rows }, (_, j) => (i === j ? '"1"' : i === 0 && j === 1 ? second : '"0"')).join(',');
  const middle = Array.from({ length: rows - 2 }, (_, i) => {
    return `[${start(i + 1)}${(i === 0 ? ',"0"' : ',"5"').repeat(others)}]`;
  }).join(',');
  const square = (second: string) =>
    part(rows, rows, `[${Array.from({ length: rows }, (_, i) => `[${start(i, second)}]`).join(',')}]`);
  return exactly(bytes, (padding, shift) => {
    const last = `[${start(rows - 1)}${',"55"'.repeat(padding)}${',"5"'.repeat(others - padding)}]`;
    const [one, other] = shift === 0 ? ['"0"', '"0"'] : ['"10"', '"-10"'];
    const entries = (second: string) => `[[${start(0, second)}${',"5"'.repeat(others)}],${middle},${last}]`;
    const H = part(rows, columns, entries('"0"'));
    const form = `{"H":${H},"U":${square(one)},"U_inverse":${square(other)}}`;
    return {
      roles: { matrix: matrix(rows, columns, entries(other)), form: document('matrix.hermite_form@1', form) },
    };
  });
}
