/** A checker with all its mutants in one program, each behind a switch: Stryker's mutators, bundled by esbuild. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type File, Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter';
import { type BuildOptions, build } from 'esbuild';

export interface Mutant {
  /** What `stryMutAct_9fa48` is asked, which says whether it is switched on, and `stryCov_9fa48` told when its place is passed. */
  readonly id: string;
  /** From the project's root. */
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

export interface Program {
  /** A script that leaves `checker`, with `check` and `Budget`; `stryMutAct_9fa48` and `stryCov_9fa48` must be there. */
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

/**
 * The program of the checker in `folder`, such as `checkers/matrix/rank`: mutants of its own files and of all that they
 * import. Texts that only explain a verdict, sentences and JSON pointers, are left as they are.
 */
export async function mutatedProgram(project: string, folder: string): Promise<Program> {
  const options: BuildOptions & { readonly write: false } = {
    absWorkingDir: project,
    stdin: {
      contents: `export { check } from './${folder}/check.ts'; export { Budget } from './checkers/exact/budget.ts';`,
      resolveDir: project,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'checker',
    platform: 'neutral',
    target: 'es2024',
    logLevel: 'silent',
  };
  const { metafile } = await build({
    ...options,
    stdin: { contents: `export * from './${folder}/check.ts'`, resolveDir: project },
    metafile: true,
  });
  const names = Object.keys(metafile.inputs)
    .filter((name) => name.startsWith('checkers/'))
    .sort();
  const sources = await Promise.all(
    names.map(async (name): Promise<File> => {
      return {
        name: join(project, name),
        mutate: true,
        content: await readFile(join(project, name), 'utf8'),
      };
    }),
  );
  const { files, mutants } = await new Instrumenter(SILENT).instrument(sources, OPTIONS);
  const mutated = new Map(files.map(({ name, content }) => [name, content]));
  const originals = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  const { outputFiles } = await build({
    ...options,
    plugins: [
      {
        name: 'mutants',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = mutated.get(path);
            return contents === undefined ? undefined : { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
  const code = outputFiles.map(({ text }) => text).join('\n');
  return {
    code,
    // What this checker does not use of a shared file, esbuild leaves out.
    mutants: mutants
      .filter(({ id }) => code.includes(`stryMutAct_9fa48("${id}")`))
      .map(({ id, fileName, location, replacement }) => ({
        id,
        file: fileName.slice(project.length).replace(/^\//, ''),
        line: location.start.line + 1,
        original: between(originals.get(fileName) ?? [], location),
        replacement,
      })),
  };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function between(lines: readonly string[], { start, end }: { start: Place; end: Place }): string {
  const text = lines.slice(start.line, end.line + 1);
  const last = text.length - 1;
  return text
    .map((line, i) => line.slice(i === 0 ? start.column : 0, i === last ? end.column : undefined))
    .join('\n');
}

const OPTIONS: InstrumenterOptions = {
  plugins: null,
  excludedMutations: [],
  noHeader: true,
  ignorers: [{ shouldIgnore: (path) => (explains((path as { node: Node }).node) ? 'explains' : undefined) }],
};

/** What is asked here of Babel's syntax tree. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

/** Whether it is the text of a sentence or of a JSON pointer. */
function explains({ value, quasis }: Node): boolean {
  return isExplanation(quasis?.map((part) => part.value.raw).join('') ?? value);
}

function isExplanation(text: unknown): boolean {
  return typeof text === 'string' && (text.includes(' ') || /^\/\w/.test(text));
}

const ignore = (): void => {};
const no = (): boolean => false;

const SILENT: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};
