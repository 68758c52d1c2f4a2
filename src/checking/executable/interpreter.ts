import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { CheckerManifest, Interpreter } from '../../certificate/manifest.ts';
import { plainLine, type Runtime } from '../outcome.ts';

/** Where systems keep programs, whatever PATH says. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];
const VERSION_MS = 20_000;
const VERSION_CHARACTERS = 100;

/** The words that start the program `main`, the first of them an absolute path. */
export function startCommand({ interpreter }: CheckerManifest, main: string): string[] {
  if (interpreter === undefined) return [main];
  const [, ...words] = interpreter.command;
  return [pathOf(interpreter), ...words, main];
}

/**
 * What is recorded beside the identity: an interpreter's name with the first line it prints of its version, or the
 * platform for a program that starts by itself. `prefix` is the isolation it runs in.
 *
 * Rejects when the interpreter does not say its version.
 */
export async function runtimeOf(
  { interpreter }: CheckerManifest,
  prefix: readonly string[],
): Promise<Runtime> {
  if (interpreter === undefined)
    return { name: 'executable', version: `${process.platform} ${process.arch}` };
  const command = [...prefix, pathOf(interpreter), ...interpreter.version];
  return { name: interpreter.name, version: await firstLine(command) };
}

function firstLine([command = '', ...words]: readonly string[]): Promise<string> {
  const options = { env: {}, cwd: '/', timeout: VERSION_MS, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve, reject) => {
    execFile(command, words, options, (error, stdout, stderr) => {
      // Some print it on standard error.
      const [line = ''] = (stdout.trim() || stderr.trim()).split('\n');
      const version = plainLine(line).slice(0, VERSION_CHARACTERS);
      if (error === null && version !== '') resolve(version);
      else reject(error ?? new Error('the interpreter printed no version'));
    });
  });
}

/** Of a program that is nowhere the path where it was looked for last: starting that fails, and says so. */
function pathOf({ command: [name = ''] }: Interpreter): string {
  const paths = isAbsolute(name) ? [name] : SYSTEM_FOLDERS.map((folder) => `${folder}/${name}`);
  return paths.find((path) => existsSync(path)) ?? paths.at(-1) ?? name;
}
