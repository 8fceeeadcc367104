/**
 * `npm run bench -- start`: how long the bridge on one machine takes to start and to post the first new case in both chats,
 * and what it needs while it runs. Figures, not assertions: machines differ. Reads /proc, so for Linux only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandFlags } from '../../lib/base/command-flags.ts';
import { CHATS } from '../../lib/config/chats.ts';
import { reportFigure } from './report-figure.ts';

commandFlags(
  'npm run bench -- start: measures how long npm start takes, and what it needs. It has no flags.',
  {},
);

const ROUNDS = 5;
const IDLE_SECONDS = 30;
/** Of the kernel's clock, a second. */
const TICKS = 100;

interface Process {
  readonly pid: number;
  readonly name: string;
  readonly cpuSeconds: number;
  readonly residentMb: number;
}

/** The processes of a group. */
function processesOf({ pid: group }: ChildProcess): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (Number(fields[2]) !== group) return [];
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        const script = words.find((word) => /\.(mjs|ts)$/.test(word)) ?? words[0] ?? '';
        return [
          {
            pid: Number(pid),
            name: script.split('/').pop() ?? '',
            cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
            residentMb: Number(kb) / 1_000,
          },
        ];
      } catch {
        // It ended while it was looked at.
        return [];
      }
    });
}

const readySeconds: number[] = [];

async function round(number: number, last: boolean): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  const child = spawn(process.execPath, ['local/start/launch.mjs', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'close');
  const posted = new Promise<string>((resolve) => {
    const places = new Set<string>();
    createInterface(child.stderr).on('line', (line) => {
      const [, place] = /(\S+): case posted$/.exec(line) ?? [];
      if (place !== undefined) places.add(place);
      if (places.size === CHATS.length) resolve(seconds());
    });
  });
  await once(createInterface(child.stdout), 'line');
  const ready = seconds();
  console.log(
    `  round ${number}: ready after ${ready} s, first new case in both chats after ${await posted} s`,
  );
  readySeconds.push(Number(ready));
  if (last) await measureIdle(child);
  const stoppedAt = performance.now();
  child.kill('SIGINT');
  await ended;
  if (last) console.log(`Stopped within ${(performance.now() - stoppedAt).toFixed(0)} ms`);
}

async function measureIdle(child: ChildProcess): Promise<void> {
  const total = () => processesOf(child).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const before = total();
  await sleep(IDLE_SECONDS * 1_000);
  const percent = ((total() - before) / IDLE_SECONDS) * 100;
  console.log(`While a case arrives every 15 s and is polled for every 5 s, over ${IDLE_SECONDS} s`);
  reportFigure({ what: 'npm start, idle', to: '5 % of a core', ratios: [percent / 5] });
  console.log(`  all processes: ${percent.toFixed(1)} % of one core (aim: under 5 %)`);
  for (const { name, residentMb } of processesOf(child)) {
    console.log(`  ${name}: ${residentMb.toFixed(0)} MB resident`);
  }
}

console.log('Starting the bridge with the example configuration (aim: ready in under 15 s)');
for (let number = 1; number <= ROUNDS; number++) await round(number, number === ROUNDS);
reportFigure({ what: 'npm start, ready', to: '5 s', ratios: readySeconds.map((one) => one / 5) });
