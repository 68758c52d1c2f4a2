import { Command, type OptionValues } from 'commander';
import { readVersion } from '../installation.ts';
import type { Run } from './command.ts';
import type { Terminal } from './terminal.ts';

type Start = (load: () => Promise<Run>, operands: readonly string[], options: OptionValues) => Promise<void>;

/** What to type, and what it does. */
type Examples = readonly (readonly [string, string])[];

const DATA = ['--data <dir>', 'data folder (default: $ASSAY_DATA, else .assay here)'] as const;
const CONTRACTS = ['--contracts <dir>', 'folder of your own contracts; repeatable', collect, []] as const;
const CHECKERS = ['--checkers <dir>', 'folder of your own checkers; repeatable', collect, []] as const;
const JSON_OUTPUT = ['--json', 'print JSON for programs'] as const;

/**
 * The syntax of the command line. A command's code is loaded only when it runs, so that an offline
 * check never waits for the libraries of the store.
 */
export function commandLine(start: Start, terminal: Terminal): Command {
  const program = new Command('assay')
    .description(
      'Certifies exact values: which bytes were checked, what they mean, by what, and what is still open.',
    )
    .version(readVersion())
    // What is wrong with the words of a command is said by `main`, in the form of every other error.
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => {} })
    .exitOverride();

  /** The operands are the words of `syntax` in brackets; the options are declared on what this gives. */
  const define = (
    parent: Command,
    syntax: string,
    description: string,
    load: () => Promise<{ run: Run<never> }>,
    examples: Examples,
  ): Command =>
    parent
      .command(syntax)
      .description(description)
      .allowExcessArguments(false)
      .addHelpText('after', exampleText(examples))
      .action((...parameters: unknown[]) => {
        const command = parameters.at(-1);
        if (!(command instanceof Command)) throw new TypeError('commander hands the command over last');
        return start(async () => (await load()).run as Run, command.args, command.opts());
      });

  define(
    program,
    'certify [handoff]',
    'check a handoff with the authorised checker and sign what it accepts',
    () => import('./commands/certify.ts'),
    [
      ['assay certify handoff.json', 'the certificate goes into the data folder'],
      ['assay certify handoff.json --discharge --out g.assay.json', 'also check what it leaves open'],
      [
        'assay certify --claim logic.unsatisfiable@1 --role formula=dimacs-cnf:F.cnf --role proof=lrat:F.lrat',
        'without a handoff: a claim and a file for each role',
      ],
    ],
  )
    .option('--claim <id>', 'instead of a handoff: the claim, such as graph.coloring@1')
    .option(
      '--role <role=file>',
      'and the value of a role: a document, or FORMAT:FILE as for import; repeatable',
      collect,
      [],
    )
    .option('--discharge', 'also run the authorised checker on each open obligation that needs no witness')
    .option('--out <file>', 'write the bundle here')
    .option('--documents <which>', 'documents to enclose: all, none, or fitting (1 MiB in all)', 'fitting')
    .option(...CONTRACTS)
    .option(...CHECKERS)
    .option(...DATA)
    .option(...JSON_OUTPUT);

  const judging = (command: Command): Command =>
    command
      .option('--value <role=file>', 'a value to compare with the certified one; repeatable', collect, [])
      .option(
        '--trust <file>',
        'trust root to judge by (default: $ASSAY_TRUST, else that of a named data folder)',
      )
      .option('--replay', 'also run the very checker again on the documents')
      .option('--data <dir>', 'take the trust root from this data folder')
      .option(...CONTRACTS)
      .option(...CHECKERS)
      .option(...JSON_OUTPUT);

  judging(
    define(
      program,
      'check <bundle...>',
      'judge certificates offline: no service, no network, nothing written',
      () => import('./commands/check.ts'),
      [
        ['assay check g.assay.json --trust assay-trust.json', 'is this certified, by an instance I trust?'],
        [
          'assay check g.assay.json --trust assay-trust.json --value product=G.json',
          'and is this file the value?',
        ],
        ['assay check g.assay.json --trust assay-trust.json --replay', 'and does its checker still accept?'],
      ],
    ),
  );
  judging(
    define(
      program,
      'match <answer> <bundle...>',
      'is this final statement exactly what was certified?',
      () => import('./commands/match.ts'),
      [['assay match answer.json g.assay.json --trust assay-trust.json', 'shows the first difference']],
    ),
  );

  define(
    program,
    'digest <file...>',
    'print the digest of a document',
    () => import('./commands/digest.ts'),
    [['assay digest D.json', 'schema and semantics are filled in from the contracts']],
  )
    .option(...CONTRACTS)
    .option(...JSON_OUTPUT);
  define(
    program,
    'normalize <file>',
    'print the canonical bytes of a document (RFC 8785)',
    () => import('./commands/normalize.ts'),
    [['assay normalize D.json > D.canonical.json', 'the very bytes that digests are over']],
  ).option(...CONTRACTS);

  define(
    program,
    'import <format> <file>',
    'turn a file of a common format into a document',
    () => import('./commands/import.ts'),
    [
      [
        'assay import dimacs-cnf F.cnf --out F.json',
        'or dimacs-col, lrat, graph6, matrix-market, mps, mps-free, mps-fixed',
      ],
      ['assay import matrix-market A.mtx > A.json', 'the canonical bytes, as normalize prints them'],
    ],
  )
    .option('--out <file>', 'write the document here and print its digest')
    .option(...JSON_OUTPUT);

  define(
    program,
    'serve',
    'serve many tenants over HTTP, until SIGTERM or SIGINT',
    () => import('./commands/serve.ts'),
    [
      ['assay serve', 'on this machine alone; the first start prints an administrator’s token, once'],
      [
        'assay serve --host 0.0.0.0 --port 80 --data /var/lib/assay',
        'for others: behind something that does TLS',
      ],
    ],
  )
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .option('--port <number>', 'and port; 0 for one that is free', '8787')
    .option('--workers <number>', 'checker processes at once (default: one for each processor)')
    .option('--durable-mib <number>', 'what each tenant may keep for good, in MiB', '10240')
    .option('--retention-days <number>', 'how long is known what ended', '7')
    .option('--new-admin-token', 'make and print another administrator’s token, where the first was lost')
    .option(...CONTRACTS)
    .option(...CHECKERS)
    .option(...DATA);

  const contracts = program.command('contracts').description('what values and claims mean');
  define(
    contracts,
    'list',
    'list value types, claims, transforms and capabilities',
    () => import('./commands/contracts-list.ts'),
    [['assay contracts list', 'one line each']],
  )
    .option(...CONTRACTS)
    .option(...JSON_OUTPUT);
  define(contracts, 'show <id>', 'show one of them in words', () => import('./commands/contracts-show.ts'), [
    [
      'assay contracts show matrix.product@1',
      'statement, scope, roles, and an accepted and a refused example',
    ],
    ['assay contracts show matrix.product@1 --example accepted > handoff.json', 'a handoff to start from'],
  ])
    .option('--example <which>', 'print only the accepted or the refused example of a claim')
    .option(...CONTRACTS)
    .option(...JSON_OUTPUT);
  define(
    contracts,
    'lint [dir...]',
    'find every fault of contract folders',
    () => import('./commands/contracts-lint.ts'),
    [
      ['assay contracts lint', 'of the contracts that come with this version'],
      ['assay contracts lint my/contracts --fill', 'write the digests that claims refer to, then look'],
    ],
  )
    .option('--fill', 'first write the digests of types and claims into what refers to them')
    .option(...CONTRACTS)
    .option(...JSON_OUTPUT);

  const checkers = program.command('checkers').description('the programs that decide claims');
  define(checkers, 'list', 'list the installed checkers', () => import('./commands/checkers-list.ts'), [
    ['assay checkers list', 'and, with a data folder, which of them it authorises'],
  ])
    .option(...CONTRACTS)
    .option(...CHECKERS)
    .option(...DATA)
    .option(...JSON_OUTPUT);
  define(
    checkers,
    'show <id>',
    'show one checker: claim, method, limits, identity',
    () => import('./commands/checkers-show.ts'),
    [['assay checkers show matrix.product', 'by id or by identity']],
  )
    .option(...CONTRACTS)
    .option(...CHECKERS)
    .option(...DATA)
    .option(...JSON_OUTPUT);
  define(
    checkers,
    'test <id>',
    'run the accept and reject cases of a checker, and hostile inputs',
    () => import('./commands/checkers-test.ts'),
    [
      ['assay checkers test matrix.product', 'an installed one, on the examples of its claim'],
      ['assay checkers test my/checkers --contracts my/contracts', 'each checker of a folder'],
    ],
  )
    .option(...CONTRACTS)
    .option(...CHECKERS)
    .option(...JSON_OUTPUT);
  define(
    checkers,
    'authorise [id]',
    'sign and log the next trust root, with this checker in it',
    () => import('./commands/checkers-authorise.ts'),
    [
      ['assay checkers authorise --builtin --default', 'after an upgrade: authorise what is installed'],
      ['assay checkers authorise matrix.product_replay', 'by id or by identity'],
      [
        'assay checkers authorise sequence.sorted --contracts my/contracts --checkers my/checkers',
        'one of your own',
      ],
    ],
  )
    .option('--builtin', 'all checkers that come with this version')
    .option('--default', 'make it the one that decides where a handoff names none')
    .option(...CONTRACTS)
    .option(...CHECKERS)
    .option(...DATA)
    .option(...JSON_OUTPUT);

  const keys = program.command('keys').description('the keys of a data folder');
  define(keys, 'show', 'show the public keys and what they sign', () => import('./commands/keys-show.ts'), [
    ['assay keys show', 'key ids and public keys; private keys never leave their files'],
  ])
    .option(...DATA)
    .option(...JSON_OUTPUT);
  const trust = program.command('trust').description('whom an instance trusts');
  define(
    trust,
    'show',
    'show a trust root: keys, authorised checkers, revocations',
    () => import('./commands/trust-show.ts'),
    [
      ['assay trust show --trust assay-trust.json', 'of a file'],
      ['assay trust show', 'of the data folder here'],
    ],
  )
    .option('--trust <file>', 'show this trust root')
    .option(...DATA)
    .option(...JSON_OUTPUT);
  return program;
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

function exampleText(examples: Examples): string {
  return `\nExamples:\n${examples.map(([line, what]) => `  $ ${line}\n      ${what}`).join('\n')}\n`;
}
