import { createInterface } from 'node:readline';
import { type Ended, type Started, start } from '../cli/processes.ts';

/** `assay serve` in a process of its own. */
export interface Serving {
  readonly url: string;
  /** Shown by the first start on a data folder; empty later. */
  readonly token: string;
  /** Sends the signal, and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  /** Kills it and every process that it started, the one that commits among them, as the end of a container does. */
  killAll(): Promise<Ended>;
}

/** Starts the service as a user does, and waits until it says where it is. */
export async function serveProcess(data: string): Promise<Serving> {
  const { child, ended }: Started = start(['serve', '--port', '0', '--workers', '2', '--data', data], {
    group: true,
  });
  if (child.stdout === null) throw new Error('no output is read');
  let token = '';
  for await (const line of createInterface({ input: child.stdout })) {
    token = /^token of the administrator, shown this once: (\S+)$/.exec(line)?.[1] ?? token;
    const url = /^assay serves at (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    const end = (signal: NodeJS.Signals): Promise<Ended> => {
      child.kill(signal);
      return ended;
    };
    const killAll = (): Promise<Ended> => {
      process.kill(-Number(child.pid), 'SIGKILL');
      return ended;
    };
    return { url, token, end, killAll };
  }
  throw new Error(`the service ended: ${(await ended).err}`);
}
