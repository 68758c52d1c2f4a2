import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check as satisfiable } from '../../../checkers/logic/satisfiable/check.ts';
import { check as unsatisfiable } from '../../../checkers/logic/unsatisfiable/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { document, request, type Typed, where } from '../support/request.ts';

const FORMULA = { type: 'logic.cnf@1', value: { variables: 2, clauses: [[1, -2]] } };
const ASSIGNMENT = { type: 'logic.assignment@1', value: { literals: [1] } };
const PROOF = { type: 'logic.lrat_proof@1', value: { lrat: '' } };

describe.each([
  ['satisfiable', satisfiable, 'logic.satisfiable@1', { formula: FORMULA, assignment: ASSIGNMENT }],
  [
    'unsatisfiable',
    unsatisfiable,
    'logic.unsatisfiable@1',
    { formula: { ...FORMULA, value: { variables: 2, clauses: [[1], []] } }, proof: PROOF },
  ],
] as const)('%s', (_, check, claim, roles) => {
  const names = Object.keys(roles);
  const verdict = (changed: object) => where(check(request(claim, { ...roles, ...changed })));

  it('decides its own claim only, with its roles exactly', () => {
    expect(verdict({})).toBe('ACCEPTED');
    expect(where(check(request(`${claim}1`, roles)))).toBe('REJECTED /claim');
    expect(where(check(request(claim, roles, { formula: FORMULA })))).toBe('REJECTED /sources');
    expect(verdict({ other: FORMULA })).toBe('REJECTED /roles');
    for (const name of names) {
      const { [name]: _, ...fewer }: Readonly<Record<string, Typed>> = roles;
      expect(where(check(request(claim, fewer)))).toBe('REJECTED /roles');
    }
  });

  it('takes one type in each role', () => {
    for (const name of names) {
      for (const type of ['', 'logic.cnf', 'logic.cnf@2', 'number.integer@1', 'logic.assignment@1 ']) {
        expect(verdict({ [name]: { type, value: {} } })).toBe(`REJECTED /roles/${name}/type`);
      }
      expect(verdict({ [name]: 'null' })).toBe(`REJECTED /roles/${name}`);
    }
  });

  test.each([
    ['no object', [], ''],
    ['no variables', { clauses: [] }, ''],
    ['no clauses', { variables: 1 }, ''],
    ['one member more', { variables: 1, clauses: [], comment: '' }, ''],
    ['variables that are no count', { variables: -1, clauses: [] }, '/variables'],
    ['variables in quotes', { variables: '1', clauses: [] }, '/variables'],
    ['clauses that are no array', { variables: 1, clauses: {} }, '/clauses'],
    ['a clause that is no array', { variables: 1, clauses: [[1], 1] }, '/clauses/1'],
    ['a literal in quotes', { variables: 1, clauses: [[1, '1']] }, '/clauses/0/1'],
    ['a literal 0', { variables: 1, clauses: [[1, 0]] }, '/clauses/0/1'],
    ['a literal 1.5', { variables: 2, clauses: [[1.5]] }, '/clauses/0/0'],
    ['a literal of 2^53', { variables: 2, clauses: [[2 ** 53]] }, '/clauses/0/0'],
    ['a literal that is a list', { variables: 2, clauses: [[[1]]] }, '/clauses/0/0'],
    ['a literal beyond the variables', { variables: 2, clauses: [[2], [-3]] }, '/clauses/1/0'],
  ])('takes no formula with %s', (_, value, place) => {
    expect(verdict({ formula: { ...FORMULA, value } })).toBe(`REJECTED /roles/formula/value${place}`);
  });

  it('takes a formula of no variables, and of no fewer', () => {
    const clauses = claim === 'logic.unsatisfiable@1' ? [[]] : [];
    const empty = { ...ASSIGNMENT, value: { literals: [] } };
    const other = claim === 'logic.unsatisfiable@1' ? { proof: PROOF } : { assignment: empty };
    const none = document({ ...FORMULA, value: { clauses, variables: 0 } });
    const of = (variables: string) => verdict({ formula: none.replace(/0}}$/, `${variables}}}`), ...other });
    expect(of('0')).toBe('ACCEPTED');
    expect(of('9007199254740991')).toBe('ACCEPTED');
    for (const variables of ['-1', '-0', '0.5', '9007199254740992', 'null', '"0"'])
      expect(of(variables)).toBe('REJECTED /roles/formula/value/variables');
  });

  test.each([null, true, 1, '', '{}', []])('says of %j that it is no object', (value) => {
    expect(check(request(claim, { ...roles, formula: { ...FORMULA, value } }))).toEqual({
      verdict: 'REJECTED',
      reason: 'an object is required',
      at: '/roles/formula/value',
    });
  });
});

test.each([
  ['no object', null, ''],
  ['nothing', {}, ''],
  ['one member more', { literals: [1], model: [] }, ''],
  ['no array', { literals: { 0: 1 } }, '/literals'],
  ['a text', { literals: ['1'] }, '/literals/0'],
  ['null', { literals: [1, null] }, '/literals/1'],
])('an assignment is not %s', (_, value, place) => {
  const roles = { formula: FORMULA, assignment: { ...ASSIGNMENT, value } };
  expect(where(satisfiable(request('logic.satisfiable@1', roles)))).toBe(
    `REJECTED /roles/assignment/value${place}`,
  );
});

test.each([
  ['no object', '', ''],
  ['nothing', {}, ''],
  ['one member more', { drat: '', lrat: '' }, ''],
  ['one member more behind it', { lrat: '', lratt: '' }, '/lrat'],
  ['no text', { lrat: null }, '/lrat'],
  ['lines', { lrat: ['1 0 0'] }, '/lrat'],
  ['no lines', { lrat: [] }, '/lrat'],
  ['an empty object', { lrat: {} }, '/lrat'],
  ['a number', { lrat: 10 }, '/lrat'],
])('a proof is not %s', (_, value, place) => {
  // A formula that an empty proof refutes.
  const formula = { ...FORMULA, value: { variables: 2, clauses: [[1], []] } };
  const roles = { formula, proof: { ...PROOF, value } };
  expect(where(unsatisfiable(request('logic.unsatisfiable@1', roles)))).toBe(
    `REJECTED /roles/proof/value${place}`,
  );
});

describe('a proof in a document', () => {
  const formula = { type: 'logic.cnf@1', value: { variables: 1, clauses: [[1], [-1]] } };
  const lrat = '3 0 1 2 0\n';
  const good = document({ type: 'logic.lrat_proof@1', value: { lrat } });
  const AT = '/roles/proof';
  const verdict = (proof: string) =>
    where(unsatisfiable(request('logic.unsatisfiable@1', { formula, proof })));

  it('is the same however the document is written', () => {
    expect(verdict(good)).toBe('ACCEPTED');
    const { schema, semantics, type, value } = JSON.parse(good);
    expect(verdict(JSON.stringify({ value, type, schema, semantics }))).toBe('ACCEPTED');
    expect(verdict(JSON.stringify(JSON.parse(good), null, 1))).toBe('ACCEPTED');
    expect(verdict(good.replace('\\n', '0'))).toBe(`REJECTED ${AT}/value/lrat`);
  });

  test.each([
    ['another type', good.replace('lrat_proof@1', 'lrat_proof@2'), '/type'],
    ['another schema', good.replace('artifact', 'artefact'), '/schema'],
    ['a member more behind the proof', good.replace('"}}', '","more":"1"}}'), '/value/lrat'],
    ['a member more behind the value', good.replace('"}}', '"},"vector":{"x":"1"}}'), '/value/lrat'],
    ['a member more before the value', good.replace('"value"', '"valid":true,"value"'), ''],
    [
      'a proof in its proof',
      good.replace(/"value".*$/, `"value":{"lrat":{"value":{"lrat":"${lrat.trim()}"}}}}`),
      '/value/lrat',
    ],
    [
      'a proof in its schema',
      '{"schema":{"value":{"lrat":""}},"semantics":"b","type":"logic.lrat_proof@1","value":"}}"}',
      '/schema',
    ],
    [
      'a proof for its schema',
      `{"schema":"a","semantics":"b","type":"c","value":{"lrat":"${lrat.trim()}"}}`,
      '/schema',
    ],
    [
      'a document with a proof in it',
      '{"document":{"schema":"a","semantics":"b","type":"logic.lrat_proof@1","value":{"lrat":""},"x":"1"}}',
      '',
    ],
    [
      'nothing behind the beginning of a proof',
      '{"schema":"a","semantics":"b","type":"c","value":{"lrat":""},"x":{}}',
      '',
    ],
  ])('is refused with %s', (_, text, place) => {
    expect(verdict(text)).toBe(`REJECTED ${AT}${place}`);
  });
});

/** JSON that looks like what these checkers read, wrong in any depth. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, 0, 1, -1, 2, 1.5, 2 ** 53, '', '1 0 0', '3 d 1 0'),
      fc.string(),
      fc.double(),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom('type', 'value', 'variables', 'clauses', 'literals', 'lrat', '__proto__'),
        fc.string(),
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));
const proofText = fc
  .array(fc.constantFrom('0', '1', '-1', '2', '-2', '3', '4', 'd', ' ', '\n', '9', 'x'))
  .map((all) => all.join(' '));
const lists = fc.oneof(
  fc.array(fc.oneof(fc.array(fc.constantFrom(1, -1, 2, -2)), anyValue), { maxLength: 3 }),
  anyValue,
);
const typed = fc
  .record({
    type: fc.constantFrom('logic.cnf@1', 'logic.assignment@1', 'logic.lrat_proof@1'),
    value: fc.oneof(
      fc.record({ variables: fc.constantFrom(0, 1, 2), clauses: lists }),
      fc.record({ literals: lists }),
      fc.record({ lrat: fc.oneof(proofText, anyValue) }),
      anyValue,
    ),
  })
  .map(document);
const text = fc.oneof(
  { weight: 5, arbitrary: typed },
  { weight: 1, arbitrary: anyValue.map((value) => JSON.stringify(value)) },
);

function isVerdict(answer: Answer): boolean {
  if (answer.verdict === 'ACCEPTED') return Object.keys(answer).length === 1;
  if (answer.verdict === 'INCONCLUSIVE') return answer.reason === 'UNSUPPORTED' && answer.bound.length > 0;
  return (
    answer.reason.length > 0 &&
    answer.reason.length <= 500 &&
    /^\/(claim|roles|sources)/.test(answer.at ?? '')
  );
}

test.each([
  ['logic.satisfiable@1', 'assignment', satisfiable],
  ['logic.unsatisfiable@1', 'proof', unsatisfiable],
] as const)('%s: a verdict, and the same one twice, whatever JSON the roles hold', (claim, name, check) => {
  const good = document(FORMULA);
  fc.assert(
    fc.property(fc.oneof(fc.constant(good), text), text, (formula, candidate) => {
      const asked = request(claim, { formula, [name]: candidate });
      const answer = check(asked);
      expect(isVerdict(answer)).toBe(true);
      expect(check(asked)).toEqual(answer);
    }),
    { numRuns: 1500 },
  );
});
