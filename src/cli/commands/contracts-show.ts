import type { ClaimContract } from '../../contracts/claim.ts';
import type { LoadedContract } from '../../contracts/contract-index.ts';
import { loadContracts } from '../../contracts/load.ts';
import type { TransformContract } from '../../contracts/transform.ts';
import type { ValueTypeContract } from '../../contracts/value-type.ts';
import { AssayError } from '../../errors.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { json, table } from '../terminal.ts';

/** `assay contracts show ID`: in words; a value type and a claim may share an id, then both are shown. */
export const run: Run<{ readonly json?: boolean }> = async ([id = ''], options, { terminal }) => {
  const found = (await loadContracts()).list().filter(({ contract }) => contract.id === id);
  if (found.length === 0) {
    throw new AssayError('CONTRACT_UNKNOWN', 'no contract has this id', {
      next: '`assay contracts list` shows what there is',
    });
  }
  terminal.out(
    options.json
      ? json(found.map(({ bytes, digest }) => ({ digest, contract: bytes.value })))
      : found.map(contractText).join('\n'),
  );
  return EXIT.certified;
};

function contractText({ contract, digest }: LoadedContract): string {
  const { kind, id, title } = contract;
  return table([[kind, `${id}: ${title}`], ['digest', digest], ...details(contract)]);
}

function details(contract: LoadedContract['contract']): [string, string][] {
  switch (contract.kind) {
    case 'value-type':
      return valueTypeDetails(contract);
    case 'claim':
      return claimDetails(contract);
    case 'transform':
      return transformDetails(contract);
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
