import type { JsonValue } from '../../canonical/json.ts';
import type { CapabilityContract, PortContract } from '../../contracts/capability.ts';
import type { ClaimContract } from '../../contracts/claim.ts';
import type { LoadedContract } from '../../contracts/contract-index.ts';
import { type ClaimExample, EXAMPLE_KINDS, readExamples } from '../../contracts/examples.ts';
import type { TransformContract } from '../../contracts/transform.ts';
import type { ValueTypeContract } from '../../contracts/value-type.ts';
import { loadRules } from '../../domains/load-rules.ts';
import { AssayError } from '../../errors.ts';
import { BUILT_IN_CONTRACTS } from '../../installation.ts';
import { readHandoff } from '../../services/handoff.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { json, printable, table } from '../terminal.ts';

interface Options extends OwnFolders {
  readonly example?: string;
  readonly json?: boolean;
}

interface Shown {
  readonly loaded: LoadedContract;
  readonly examples: readonly ClaimExample[];
}

/** `assay contracts show ID`: in words; a value type, a claim and a capability may share an id, then all are shown. */
export const run: Run<Options> = async ([id = ''], options, { terminal }) => {
  const { contracts } = await loadRules(options.contracts);
  const found = contracts.list().filter(({ contract }) => contract.id === id);
  if (found.length === 0) {
    throw new AssayError('CONTRACT_UNKNOWN', 'no contract has this id', {
      next: '`assay contracts list` shows what there is',
    });
  }
  const claim = contracts.claims().find(({ contract }) => contract.id === id);
  const folders = [BUILT_IN_CONTRACTS, ...(options.contracts ?? [])];
  const examples = claim === undefined ? [] : await readExamples(claim, folders);
  if (options.example !== undefined) {
    terminal.out(json(theExample(examples, options.example)));
    return EXIT.certified;
  }
  const shown = found.map((loaded) => ({ loaded, examples: loaded === claim ? examples : [] }));
  terminal.out(options.json ? json(shown.map(contractJson)) : shown.map(contractText).join('\n'));
  return EXIT.certified;
};

/** The handoff itself: what is printed can be certified as it stands. */
function theExample(examples: readonly ClaimExample[], which: string): JsonValue {
  if (!EXAMPLE_KINDS.some((kind) => kind === which)) {
    throw new AssayError('USAGE', `--example takes ${EXAMPLE_KINDS.join(' or ')}`);
  }
  const example = examples.find(({ kind }) => kind === which);
  if (example === undefined) throw new AssayError('CONTRACT_UNKNOWN', 'there is no such example of this id');
  return example.handoff;
}

function contractJson({ loaded: { bytes, digest }, examples }: Shown): JsonValue {
  const shown = Object.fromEntries(examples.map(({ kind, handoff }) => [kind, handoff]));
  return { digest, contract: bytes.value, ...(examples.length === 0 ? {} : { examples: shown }) };
}

function contractText({ loaded: { contract, digest }, examples }: Shown): string {
  const { kind, id, title } = contract;
  const words = table([[kind, `${id}: ${title}`], ['digest', digest], ...details(contract)]);
  return words + examples.map(exampleText).join('');
}

/** One line a role, so that a value can be compared with the other example's. */
function exampleText({ kind, handoff }: ClaimExample): string {
  const { roles } = readHandoff(handoff);
  const lines = Object.entries(roles).map(
    ([role, value]) =>
      `  ${printable(`${role}  ${JSON.stringify('document' in value ? value.document : value)}`)}\n`,
  );
  return `${kind} example (--example ${kind} prints it as a handoff)\n${lines.join('')}`;
}

function details(contract: LoadedContract['contract']): [string, string][] {
  switch (contract.kind) {
    case 'value-type':
      return valueTypeDetails(contract);
    case 'claim':
      return claimDetails(contract);
    case 'transform':
      return transformDetails(contract);
    case 'capability':
      return capabilityDetails(contract);
  }
}

function valueTypeDetails({ semantics, schema }: ValueTypeContract): [string, string][] {
  return [...Object.entries(semantics), ['schema', JSON.stringify(schema)]];
}

function claimDetails({
  statement,
  scope,
  roles,
  candidate,
  assumptions,
}: ClaimContract): [string, string][] {
  return [
    ['statement', statement],
    ['scope', scope],
    ...roles.map(({ name, mode, types, description }): [string, string] => [
      `role ${name}`,
      `${name === candidate ? 'candidate, ' : ''}${mode}, ${types.map(({ type }) => type).join(' or ')}: ${description}`,
    ]),
    ...assumptions.map(({ id, description }): [string, string] => [`may leave open ${id}`, description]),
  ];
}

function transformDetails({ description, maps, proof }: TransformContract): [string, string][] {
  return [
    ['description', description],
    ...maps.map(({ source, target }): [string, string] => ['maps', `${source.type} to ${target.type}`]),
    ['proved by', `${proof.claim} (${proof.source_role}, ${proof.target_role})`],
  ];
}

function capabilityDetails({ description, inputs, outputs }: CapabilityContract): [string, string][] {
  const rows = (side: string, ports: readonly PortContract[]): [string, string][] =>
    ports.map(({ name, types, description }) => [
      `${side} ${name}`,
      `${types.map(({ type }) => type).join(' or ')}: ${description}`,
    ]);
  return [['description', description], ...rows('input', inputs), ...rows('output', outputs)];
}
