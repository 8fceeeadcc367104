import { anchorsIn, verifyAnchors } from '../../lib/audit/anchor.ts';
import { readArchivedDay } from '../../lib/audit/archived-day.ts';
import { verifyArchive } from '../../lib/audit/verify-archive.ts';
import { createArchive } from '../../lib/compose/archive.ts';
import { RETENTION_DEFAULT_MS } from '../../lib/config/retention.ts';
import type { Bridge } from './bridge.ts';
import { DOMAIN } from './config.ts';
import { auditTrailOf } from './judge-trail.ts';
import type { Surroundings } from './surroundings.ts';
import { never } from './virtual-time.ts';
import { START } from './world.ts';

const HOUR_MS = 3_600_000;
/** When the first day is over, and settled. */
const MORNING_MS = START + 18 * HOUR_MS;

/** The next morning the trail is archived, by a function that dies at some of its calls and runs again; what is wrong then. */
export async function archiveTheDay(around: Surroundings, bridge: Bridge): Promise<string[]> {
  const { world, table } = around;
  const { time, history, createInstance, die, call, say } = world;
  const bucket = new Map<string, string>();

  function run(dieAt: number, isAfter: boolean): Promise<void> {
    const process = createInstance('archive');
    const { table: rows, ...ports } = bridge.portsOf(process);
    let calls = 0;
    async function mayDie<T>(effect: () => Promise<T>): Promise<T> {
      if (calls++ !== dieAt) return effect();
      if (isAfter) await effect();
      void die(process, `while it archives, at call ${dieAt}`);
      return never;
    }
    const send = rows.client.send as (command: unknown) => Promise<unknown>;
    const client = { send: (command: unknown) => mayDie(() => send(command)) } as never;
    const handler = createArchive(bridge.config, {
      ...ports,
      table: { ...rows, client },
      env: { TABLE_NAME: 'ledger', BUCKET_NAME: 'archive' },
      bucket: {
        put: ({ key, body }) => mayDie(() => call(process, `PUT ${key}`, () => void bucket.set(key, body))),
      },
    });
    return handler({}, { getRemainingTimeInMillis: () => 10 * 60_000 });
  }

  for (const [hours, dieAt] of [history.seed % 7, (history.seed >> 3) % 9, Number.NaN].entries())
    time.schedule(MORNING_MS + hours * HOUR_MS, () => {
      run(dieAt, history.seed % 2 === 0).catch((error: Error) => say(() => `not archived: ${error.message}`));
    });
  await time.run();

  const days = [...bucket].filter(([name]) => name.endsWith('.jsonl'));
  const files = days.map(([name, body]) => ({ name, day: readArchivedDay(body) }));
  const kept = { nowMs: time.nowMs, keptMs: RETENTION_DEFAULT_MS };
  const { problems } = await verifyArchive(files, auditTrailOf(around), kept);
  const anchors = anchorsIn(DOMAIN, [...bucket.keys()]);
  const cut = await verifyAnchors(auditTrailOf(around), DOMAIN, anchors, kept);
  const archived = new Set(files.flatMap(({ day }) => day.entries.map(({ key }) => key)));
  const partition = `audit#${DOMAIN}#${new Date(START).toISOString().slice(0, 10)}`;
  const lost = [...table.rows.values()].filter(
    ({ pk, sk, entry }) => pk?.S === partition && entry !== undefined && !archived.has(sk?.S ?? ''),
  );
  return [
    ...[...problems, ...cut].map((problem) => `the archive holds: ${problem}`),
    ...lost.map(({ sk }) => `what is in the trail is archived: ${sk?.S} is not`),
  ];
}
