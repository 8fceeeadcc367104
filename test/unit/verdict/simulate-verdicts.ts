import { auditOf } from '../../../lib/verdict/audit.ts';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import { createVerdictHandler } from '../../../lib/verdict/verdict-handler.ts';
import type { AuditEntry } from '../../../lib/verdict/verdict-ledger.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';
import { createRandom, never, type Process, VirtualTime } from '../../simulation/virtual-time.ts';
import { createMemoryVerdictLedger } from '../../support/memory/memory-verdict-ledger.ts';
import { ANN, BOB, CASE_ID, CAT, clickMessage, decideMessage, NOW, REPLY, RULES } from './examples.ts';
import { judgeEnd, judgeSave, type Seen } from './judge-verdicts.ts';
import { ANSWERS, answerOf, isTaken } from './model-platform.ts';

const VISIBILITY_MS = 40_000;
const POST_TIMEOUT_MS = 30_000;
const PEOPLE = [ANN, BOB, CAT];
const OUTCOMES = ['SAFE', 'TRUE_POSITIVE', 'ESCALATED', 'DUPLICATE'] as const;

export interface Played {
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** One seeded history of one case: people click, processes die, messages repeat, the platform answers as it likes. */
export async function playVerdicts(seed: number): Promise<Played> {
  const random = createRandom(seed);
  const time = new VirtualTime(NOW);
  const chance = (probability: number) => random() < probability;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const calm = chance(0.15);
  const troubleUntilMs = calm ? 0 : NOW + 150_000 * random();
  const trouble = (probability: number) => time.nowMs < troubleUntilMs && chance(probability);
  const rules = { ...RULES, undoSeconds: pick([0, 0, 3, 10]) };

  const ledger = createMemoryVerdictLedger();
  const seen: Seen = { saves: [], posts: [], shown: [], told: [], did: [], clicks: [], wrong: [] };
  const story: string[] = [];
  const counts: Record<string, number> = {};
  const note = (what: string, detail = '') => {
    counts[what] = (counts[what] ?? 0) + 1;
    story.push(`${((time.nowMs - NOW) / 1000).toFixed(3)} ${what} ${detail}`);
  };
  let closedAtMs: number | null = null;
  let processes = 0;

  /** One call of a process to the outside: it takes time, may fail before or after its effect, or be its last. */
  async function call<T>(process: Process, label: string, effect: () => Promise<T>): Promise<T> {
    await time.delay(1 + Math.floor(random() * (trouble(0.05) ? 5_000 : 30)), process);
    if (trouble(0.03)) return die(process, `before ${label}`);
    if (trouble(0.04)) throw new Error(`${label} failed`);
    const result = await effect();
    if (trouble(0.03)) return die(process, `after ${label}`);
    if (trouble(0.03)) throw new Error(`the answer of ${label} was lost`);
    return result;
  }

  function die(process: Process, where: string): Promise<never> {
    note('crash', `${process.name} ${where}`);
    process.alive = false;
    return never;
  }

  function send(message: VerdictMessage, delayMs: number): void {
    const body = writeVerdictMessage(message);
    // The queue holds a message back for 15 minutes at the most, and is late when it likes.
    const delay = Math.min(delayMs, 900_000) + (trouble(0.1) ? random() * 20_000 : random() * 300);
    time.schedule(time.nowMs + delay, () => deliver(body));
    if (trouble(0.1)) time.schedule(time.nowMs + delay + random() * 60_000, () => deliver(body));
  }

  function deliver(body: string): void {
    const read = readVerdictMessage(body);
    if (!read.ok) {
      seen.wrong.push(`unreadable: ${read.reason}`);
      return;
    }
    const { message } = read;
    const process: Process = { name: `p${++processes}`, alive: true };
    note(`got ${message.kind}`, process.name);
    let acknowledged = false;
    // A message whose process says nothing comes back; so does one whose acknowledgement is lost.
    time.schedule(time.nowMs + VISIBILITY_MS, () => {
      process.alive = false;
      if (!acknowledged) deliver(body);
    });
    deskOf(process, message)
      .handle(message)
      .then(
        (handled) => {
          acknowledged = handled === 'done' && !trouble(0.15);
        },
        (error: unknown) => note('failed', `${process.name} ${String(error)}`),
      );
  }

  function deskOf(process: Process, message: VerdictMessage) {
    const decisionId = message.kind === 'post' ? message.decisionId : '';
    const clickId =
      message.kind === 'decide' ? message.request.id : 'clickId' in message ? message.clickId : '';
    return createVerdictHandler({
      ledger: {
        ...ledger,
        load: (...args) => call(process, 'load', () => ledger.load(...args)),
        save: (next) =>
          call(process, 'save', async () => {
            const saved = await ledger.save(next);
            note(saved, `${process.name} ${next.version} ${next.decision.id} ${next.decision.state.is}`);
            if (saved === 'saved') judgeSave(structuredClone(next), clickId, seen);
            return saved;
          }),
        copyTrail: (entries) => call(process, 'copyTrail', () => ledger.copyTrail(entries)),
      },
      platformOf: async () => ({
        submitVerdict: (caseId) =>
          call(process, 'POST', async () => {
            const kind = calm || time.nowMs > NOW + 300_000 ? 'recorded' : pick(ANSWERS);
            note(`POST ${kind}`, `${process.name} ${decisionId}`);
            seen.posts.push({ decisionId, taken: isTaken(kind), atMs: time.nowMs });
            if (isTaken(kind)) closedAtMs = time.nowMs;
            if (trouble(0.1)) await time.delay(random() * 35_000, process);
            return answerOf(kind, caseId);
          }),
        closedAtMs: () => call(process, 'look', async () => closedAtMs),
      }),
      queue: { sendLater: (next, delayMs) => call(process, 'send', async () => send(next, delayMs)) },
      surfaces: {
        changed: (verdict) => call(process, 'show', async () => void seen.shown.push(verdict)),
        tell: (_reply, told) =>
          call(process, 'tell', async () => {
            note('told', told.because);
            seen.told.push({ id: clickId, because: told.because });
          }),
      },
      rules,
      placeName: (place) => place,
      clock: { now: () => time.nowMs, sleep: (ms) => time.delay(ms, process) },
      log: () => undefined,
      metrics: () => undefined,
      postTimeoutMs: POST_TIMEOUT_MS,
    });
  }

  /** Somebody presses what the message offers, or what it offered a moment ago. */
  function click(n: number): void {
    const shown = seen.shown.reduce<CaseVerdict | null>(
      (latest, one) => (one.version > (latest?.version ?? 0) ? one : latest),
      null,
    );
    const by = pick(PEOPLE);
    const id = `click-${n}`;
    const about = {
      by,
      atMs: time.nowMs,
      clickId: id,
      decisionId: shown?.decision.id ?? 'none',
      reply: REPLY,
    };
    const overrides = shown && chance(0.5) ? shown.decision.id : null;
    const outcome = pick(OUTCOMES);
    const request = { id, by, outcome, overrides, clickedAtMs: time.nowMs, comment: `because ${n}` };
    const message: VerdictMessage =
      !shown || chance(0.3)
        ? decideMessage(request)
        : pick([
            ...[decideMessage(request), clickMessage('undo', about), clickMessage('approve', about)],
            ...[clickMessage('approve', about), clickMessage('decline', about), clickMessage('retry', about)],
          ]);
    note(`click ${message.kind}`, `${id} by ${by.name}`);
    seen.clicks.push({ id, decides: message.kind === 'decide' || message.kind === 'retry' });
    send(message, 0);
    // A double click, or Slack sending it again.
    if (chance(0.15)) send(message, random() * 3_000);
  }

  const clicks = 1 + Math.floor(random() * 7);
  let atMs = NOW;
  for (let n = 0; n < clicks; n++) {
    time.schedule(atMs, () => click(n));
    atMs += pick([0, 50, 1_000, 5_000, 15_000, 60_000]) * random();
  }
  await time.run();

  const final = await ledger.load('acme', CASE_ID);
  const audit: AuditEntry[] = [];
  for (const day of [NOW, NOW + 86_400_000, NOW + 2 * 86_400_000]) {
    for await (const page of ledger.readTrail('acme', new Date(day))) audit.push(...page);
  }
  judgeEnd(final, audit, final ? auditOf(final) : [], seen);
  return { wrong: seen.wrong, story, counts };
}

/** Plays histories until one goes wrong or all are played. */
export async function simulateVerdicts(runs: number, firstSeed = 1) {
  const counts: Record<string, number> = {};
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const played = await playVerdicts(seed);
    for (const [what, count] of Object.entries(played.counts)) counts[what] = (counts[what] ?? 0) + count;
    if (played.wrong.length > 0) return { failing: { seed, ...played }, counts, runs: seed - firstSeed + 1 };
  }
  return { failing: null, counts, runs };
}
