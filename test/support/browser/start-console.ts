import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import example from '../../../bridge.config.ts';
import type { Ran, Scenario } from '../../../console/wire.ts';
import { asWritten } from '../as-written.ts';
import { type ConsoleProcess, runCommand } from '../run-console.ts';

const LAUNCH = fileURLToPath(new URL('../../../local/start/launch.mjs', import.meta.url));
const OURS = /^(?:POSTURE|SLACK|TEAMS)_/;

export interface RunningConsole {
  readonly url: string;
  /** It and the functions that it runs are one group of processes. */
  readonly child: ChildProcess;
  /** `posture-bridge console --local` of this bridge: as if it were on AWS. */
  openDeployed(...flags: string[]): Promise<ConsoleProcess>;
  /** Verdicts as the reference server has them. */
  recorded(caseId: string): Promise<readonly { readonly outcome: string; readonly comment: string | null }[]>;
  /** Opens a case at the reference server with these fields; its id. */
  openCase(fields: object): Promise<string>;
  /** A threat that belongs to no case; its id. */
  openThreat(fields: object): Promise<string>;
  /** As a button under World would. */
  act(deed: Scenario): Promise<Ran>;
  stop(): Promise<void>;
}

interface Verdict {
  readonly case_id: string;
  readonly body: { readonly outcome: string; readonly comment?: string };
}

/** The bridge as `npm start` runs it, with an outcome for which a second person is needed. `more`: of the configuration. */
export async function startConsole(undoSeconds: number, more: object = {}): Promise<RunningConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'console-browser-'));
  const { verdicts } = example;
  const outcomes = { ...verdicts?.outcomes, ESCALATED: { approval: true } };
  // Above what a test makes and what arrives by itself in a minute.
  const storm = { threshold: 30 };
  const written = asWritten(example) as { verdicts: object };
  const config = { ...written, ...more, storm, verdicts: { ...written.verdicts, undoSeconds, outcomes } };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
  const child = spawn(process.execPath, [LAUNCH, '--json', '--config', 'config.json'], {
    cwd: folder,
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  if (!child.stdout) throw new Error('there is no output to read');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('npm start ended before it was ready'))),
  ])) as [string];
  const addresses = JSON.parse(line);
  const { url }: { url: string } = addresses.console;
  async function tellServer<Answer>(what: 'cases' | 'threats', fields: object): Promise<Answer> {
    const answer = await fetch(`${addresses.postureApi.controlUrl}/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    if (!answer.ok) throw new Error(`the reference server answered ${answer.status} to new ${what}`);
    return (await answer.json()) as Answer;
  }
  return {
    url,
    child,
    openDeployed: (...flags) =>
      runCommand(['--local', '--config', join(folder, 'config.json'), ...flags], { ...env, TMPDIR: folder }),
    async recorded(caseId) {
      const answer = await fetch(`${addresses.postureApi.controlUrl}/verdicts`);
      const { verdicts: all } = (await answer.json()) as { verdicts: Verdict[] };
      return all
        .filter((one) => one.case_id === caseId)
        .map(({ body }) => ({ outcome: body.outcome, comment: body.comment ?? null }));
    },
    async openCase(fields) {
      const { case_ids } = await tellServer<{ case_ids: string[] }>('cases', { event_count: 0, ...fields });
      return String(case_ids[0]);
    },
    async openThreat(fields) {
      const { event_ids } = await tellServer<{ event_ids: string[] }>('threats', fields);
      return String(event_ids[0]);
    },
    async act(deed) {
      const headers = { Origin: new URL(url).origin, 'Content-Type': 'application/json' };
      const answer = await fetch(`${url}api/world`, { method: 'POST', headers, body: JSON.stringify(deed) });
      if (!answer.ok) throw new Error(`the console answered ${answer.status} to ${deed.do}`);
      return (await answer.json()) as Ran;
    },
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
