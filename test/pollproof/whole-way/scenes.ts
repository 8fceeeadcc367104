import { setTimeout as sleep } from 'node:timers/promises';
import { casesNamed } from '../../bench/watch-cases.ts';
import { personOf } from '../../support/bridge/places.ts';
import { ANNA, BEN, type Standing } from './contender.ts';

const REVOKED_S = 60;
const AT_ONCE = 200;
const QUIET_MS = 10_000;

/** When each case was named in the channel, by the first eight characters of its id. */
function watch({ slack, channel }: Standing) {
  const own = new Map<string, { readonly atMs: number; readonly ts: string }[]>();
  const anywhere = new Map<string, number>();
  slack.onChange((change) => {
    const { type, channel: where, ts } = change as unknown as Readonly<Record<string, string>>;
    const message = type === 'message.posted' && where === channel && slack.message(where, ts ?? '');
    if (!message) return;
    const names = casesNamed(message.shown.join('\n'));
    for (const name of names) if (!anywhere.has(name)) anywhere.set(name, Date.now());
    const { thread_ts: thread } = message as { readonly thread_ts?: string };
    const [name] = names;
    const isOwn = names.length === 1 && (thread === undefined || thread === message.ts);
    if (name && isOwn) own.set(name, [...(own.get(name) ?? []), { atMs: Date.now(), ts: message.ts }]);
  });
  return { own, anywhere };
}

async function until(isSo: () => boolean, patienceS: number): Promise<void> {
  for (const endMs = Date.now() + patienceS * 1000; !isSo() && Date.now() < endMs; ) await sleep(50);
}

/** Plays all scenes with one that is at work; what it made of them, in words, by scene. */
export async function playScenes(
  standing: Standing,
  told: (scene: string, result: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const { api, slack, channel } = standing;
  const { own, anywhere } = watch(standing);
  const made = new Map<string, string>();
  function note(scene: string, result: string): void {
    made.set(scene, result);
    told(scene, result);
  }
  async function open(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const { case_ids } = await api.control<{ case_ids: string[] }>('POST', '/cases', {
        user_email: personOf('soc'),
      });
      ids.push(...case_ids.map((id) => id.slice(0, 8)));
    }
    return ids;
  }
  const areThere = (ids: readonly string[]) => () => ids.every((id) => anywhere.has(id));
  const messages = () => [...own.values()].flat();
  const extra = () => messages().length - own.size;
  let doubledBefore = 0;
  /** What is missing, and how many messages more than cases there are now, when nothing comes any more. */
  async function counted(ids: readonly string[], patienceS: number): Promise<string> {
    await until(areThere(ids), patienceS);
    const lastMs = () => Math.max(...messages().map(({ atMs }) => atMs));
    await until(() => Date.now() - lastMs() > QUIET_MS, 120);
    const lost = ids.filter((id) => !anywhere.has(id)).length;
    const doubled = extra() - doubledBefore;
    doubledBefore = extra();
    return `${lost} lost, ${doubled} doubled`;
  }

  await open(1);
  await until(() => anywhere.size > 0, 60);

  const waits: number[] = [];
  for (let n = 0; n < 9; n++) {
    const startMs = Date.now();
    const [id = ''] = await open(1);
    await until(areThere([id]), 60);
    waits.push(((anywhere.get(id) ?? Number.POSITIVE_INFINITY) - startMs) / 1000);
    await sleep(1_300);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  note(
    'from the API to the message, polled every 5 s',
    `${sorted[4]?.toFixed(1)} s (${sorted[0]?.toFixed(1)} to ${sorted.at(-1)?.toFixed(1)})`,
  );

  const pairs = await open(10);
  await until(() => pairs.every((id) => own.has(id)), 90);
  await Promise.all(
    pairs.map(async (id) => {
      const ts = own.get(id)?.[0]?.ts ?? '';
      const press = (userId: string, outcome: string) =>
        slack.click({ channel, ts, userId, actionId: `verdict:${outcome}` }).catch(() => undefined);
      await Promise.all([press(ANNA, 'TRUE_POSITIVE'), press(BEN, 'FALSE_POSITIVE')]);
    }),
  );
  const recordedOf = async () => {
    const { verdicts } = await api.control<{ verdicts: { case_id: string }[] }>('GET', '/verdicts');
    return pairs.map((id) => verdicts.filter(({ case_id }) => case_id.startsWith(id)).length);
  };
  for (const endMs = Date.now() + 120_000; Date.now() < endMs && (await recordedOf()).includes(0); )
    await sleep(500);
  // A second one would come soon after the first.
  await sleep(15_000);
  const recorded = await recordedOf();
  note(
    'two analysts press at once, in 10 cases',
    `${recorded.filter((n) => n === 1).length} recorded once, ${recorded.filter((n) => n > 1).length} twice, ${recorded.filter((n) => n === 0).length} not`,
  );

  slack.setTokenState('revoked');
  const during = await open(3);
  await sleep(REVOKED_S * 1000);
  slack.setTokenState('active');
  note('the token is revoked for a minute, 3 cases come', await counted(during, 240));

  const interrupted = await open(10);
  await until(() => interrupted.filter((id) => anywhere.has(id)).length >= 3, 60);
  await standing.kill();
  note('killed in the middle of 10 cases', await counted(interrupted, 180));

  const startMs = Date.now();
  const many = await open(AT_ONCE);
  const result = await counted(many, 480);
  const last = Math.max(...many.map((id) => anywhere.get(id) ?? startMs));
  note(`${AT_ONCE} cases at once`, `${result}; the last after ${Math.round((last - startMs) / 1000)} s`);
  return made;
}
