import { createSeal } from '../../lib/base/seal.ts';
import type { CaseVerdict } from '../../lib/case/answer.ts';
import { createBulkHandler } from '../../lib/features/bulk/bulk-handler.ts';
import { type BulkMessage, readBulkMessage } from '../../lib/features/bulk/bulk-message.ts';
import { readProven, withProof } from '../../lib/verdict/click-proof.ts';
import { createVerdictHandler } from '../../lib/verdict/verdict-handler.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../lib/verdict/verdict-message.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../support/memory/memory-answer-ledger.ts';
import { SEAL } from '../support/sealed.ts';
import { createDice, type Dice } from '../unit/chats/slack/forgeries.ts';
import { CONFIG } from './door.ts';
import { endsItsQuarantine, type ForgedQuarantineParts, forgedQuarantine } from './forged-quarantine.ts';
import type { Attack, AttackGroup } from './group.ts';

const NOW_MS = Date.parse('2026-11-15T09:00:00Z');
const CASE_ID = '7f3e2a10-0000-4000-8000-000000000001';
/** The key was made yesterday. */
const CLICKS = createSeal({ secret: Buffer.alloc(32, 9) });
const OTHER = createSeal({ secret: Buffer.alloc(32, 8) });
const BY = { surface: 'slack', id: 'U0ANALYST1', name: 'ada' };

const about = { v: 1, domain: 'acme', caseId: CASE_ID, reply: null } as const;
const click = {
  decisionId: 'd1',
  by: BY,
  place: 'soc',
  clickId: 'c9',
  atMs: NOW_MS,
  channelId: 'C0SOC00001',
};
const found = { groups: [], outsider: false };
const DECIDE: VerdictMessage = {
  ...{ ...about, kind: 'decide', createdAtMs: NOW_MS, channelId: 'C0SOC00001', found },
  request: {
    ...{ id: 'c9', outcome: 'SAFE', comment: null, eventIds: [], by: BY, place: 'soc' },
    ...{ clickedAtMs: NOW_MS, overrides: null },
  },
};
const BULK: BulkMessage = {
  ...{ v: 1, kind: 'bulk', clickId: 'c9', by: BY, atMs: NOW_MS, channelId: 'C0SOC00001', reply: null },
  ...{ outcome: 'SAFE', comment: null },
  cases: [
    {
      ...{ domain: 'acme', caseId: CASE_ID, createdAtMs: NOW_MS, place: 'soc', found },
      ...{ episode: 0, updatedAtMs: NOW_MS, claim: null },
    },
  ],
};
const CLAIM = {
  id: 'k1',
  by: { surface: 'slack', id: 'U0OTHER', name: 'x' },
  place: 'soc',
  atMs: NOW_MS,
  episode: 0,
};
const MESSAGES: Readonly<Record<string, VerdictMessage>> = {
  claim: { ...about, ...click, found, kind: 'claim', decisionId: 'none' },
  'hand-back': { ...about, ...click, found, kind: 'hand-back', decisionId: CLAIM.id },
  decide: DECIDE,
  approve: { ...about, ...click, found, kind: 'approve' },
  decline: { ...about, ...click, found, kind: 'decline' },
  undo: { ...about, ...click, found, kind: 'undo' },
  // Read by a reader of its own, and written as all of them are.
  bulk: BULK as never,
};

/** A case that waits for an approval, and one that nobody has decided. */
async function open(kind: string) {
  const ledger = createMemoryAnswerLedger();
  const row: CaseVerdict = {
    ...{ domain: 'acme', caseId: CASE_ID, version: 1, trail: [] },
    decision: {
      ...{ id: 'd1', outcome: 'ESCALATED', comment: null, eventIds: [], place: 'soc', overrides: null },
      by: { surface: 'slack', id: kind === 'undo' ? BY.id : 'U0OTHER', name: 'x' },
      ...{ clickedAtMs: NOW_MS - 1_000, approvedBy: null, episode: 0, state: { is: 'awaiting-approval' } },
    },
  };
  const isClaim = kind === 'claim' || kind === 'hand-back';
  if (kind !== 'decide' && kind !== 'bulk' && !isClaim) await ledger.save(row);
  if (kind === 'hand-back')
    await ledger.save({
      domain: 'acme',
      caseId: CASE_ID,
      version: 1,
      decision: null,
      claim: CLAIM,
      trail: [],
    });
  const clock = createManualClock(NOW_MS);
  const handler = createVerdictHandler({
    ...{ ledger, clock, log: () => undefined, metrics: () => undefined },
    hasDelivery: async () => true,
    platformOf: async () => null,
    queue: { sendLater: async () => undefined },
    surfaces: {
      changed: async () => undefined,
      tell: async () => undefined,
    },
    rules: CONFIG.verdicts as NonNullable<typeof CONFIG.verdicts>,
    people: CONFIG.people,
    rememberedMs: 400 * 86_400_000,
    whyDenied: async () => null,
    placeName: (place) => place,
    postTimeoutMs: 30_000,
  });
  // That everybody was told how it stands changes nothing of it.
  const text = async () => JSON.stringify({ ...(await ledger.load('acme', CASE_ID)), isPublished: null });
  const before = await text();
  return { handler, changed: async () => (await text()) !== before };
}

/** As the verdict function reads its queue. */
const readBody = (body: string) =>
  readBulkMessage(body, CLICKS) ?? readProven(readVerdictMessage(body), body, CLICKS);

/** What the verdict function makes of a body in its queue: in words what it changed. */
async function deliver(body: string, kind: string): Promise<string | null> {
  const read = readBody(body);
  if (!read.ok) return null;
  const { handler, changed } = await open(kind);
  const { message } = read;
  // The case is not decided, or not by this: a `post` that moves nothing is no harm.
  const none = async () => undefined;
  const inBulk = createBulkHandler({ decide: handler.handle, tell: none, log: none });
  await (message.kind === 'bulk' ? inBulk(message) : handler.handle(message)).catch(none);
  return (await changed()) ? `the verdict function took it: ${body.slice(0, 300)}` : null;
}

const proven = (text: string): string => withProof(text, CLICKS);
const proofIn = (body: string): string => /"proof":"([^"]*)"/.exec(body)?.[1] ?? '';
const ended = (text: string, proof: string): string =>
  `${text.slice(0, -1)},"proof":${JSON.stringify(proof)}}`;

/** Bodies that the action function did not write. `other`: another one that it did. */
const FORGED: Readonly<Record<string, (text: string, other: string) => string>> = {
  'no proof': (text) => text,
  'an empty proof': (text) => ended(text, ''),
  'a proof that is made up': (text) => ended(text, 'A'.repeat(22)),
  'the proof of another message': (text, other) => ended(text, proofIn(proven(other))),
  "a proof of another bridge's key": (text) => withProof(text, OTHER),
  'a proof of the key for buttons': (text) => withProof(text, SEAL),
  'a seal as buttons have it, of the right key': (text) => ended(text, CLICKS.of(`button ${text}`)),
  'a seal without a kind': (text) => ended(text, CLICKS.of(text)),
  'a proof that is cut': (text) => ended(text, proofIn(proven(text)).slice(0, -2)),
  'a proof that is longer': (text) => ended(text, `${proofIn(proven(text))}AA`),
  'a proof with padding': (text) => ended(text, `${proofIn(proven(text))}==`),
  'a proof of another, nested': (text, other) => `${text.slice(0, -1)},"z":${proven(other)}}`,
  'another message behind a proof': (text, other) =>
    proven(other).slice(0, -1) + text.slice(1).replace(/^/, ','),
  'another message before a proof': (text, other) => `${text.slice(0, -1)},${proven(other).slice(1)}`,
  'a list with a proven one': (text, other) => `[${text},${proven(other)}]`,
  'a blank behind it': (text) => `${text} `,
  'a line break behind it': (text) => `${ended(text, 'A'.repeat(22))}\n`,
};

/** Each field of a proven message, changed afterwards. */
const CHANGES: Readonly<Record<string, (body: string) => string>> = {
  'the domain': (body) => body.replace('"acme"', '"beta"'),
  'the case': (body) => body.replace(CASE_ID, CASE_ID.replace(/1$/, '2')),
  'the outcome': (body) => body.replace('"SAFE"', '"TRUE_POSITIVE"'),
  'the decision': (body) => body.replace('"d1"', '"d2"'),
  'the person': (body) => body.replace(BY.id, 'U0EVE'),
  'the destination': (body) => body.replace('"soc"', '"partner"'),
  'what the chat said': (body) => body.replace('"groups":[]', '"groups":["S0DUTY"]'),
  'whether it is a guest': (body) => body.replace('"outsider":false', '"outsider":null'),
  'the time': (body) => body.replaceAll(String(NOW_MS), String(NOW_MS + 1)),
  'the kind': (body) => body.replace(/"kind":"\w+"/, '"kind":"approve"'),
  'a blank': (body) => body.replace(',"', ', "'),
  'a field more': (body) => body.replace('{', '{"z":1,'),
};

const QUARANTINE_PARTS: ForgedQuarantineParts = {
  read: (body) => readProven(readVerdictMessage(body), body, CLICKS),
  click: proven(writeVerdictMessage(DECIDE)),
  forged: {
    'the word to move on': writeVerdictMessage({ ...about, kind: 'post', decisionId: 'd1' }),
    'another proven message': proven(writeVerdictMessage(MESSAGES.undo as VerdictMessage)),
    'a message without a proof': writeVerdictMessage(DECIDE),
    'a message of a later version': '{"v":2}',
    'no message at all': 'no JSON',
  },
};

function* named(): Generator<Attack> {
  yield* forgedQuarantine(QUARANTINE_PARTS);
  yield {
    name: 'the word to move on, with an address of ours to show the case at',
    run: () =>
      takenOther(
        writeVerdictMessage({
          ...{ v: 1, kind: 'post', domain: 'acme', caseId: CASE_ID, decisionId: 'd1' },
          reply: { surface: 'slack', responseUrl: 'https://hooks.slack.com/services/T0EVE/B0EVE/x' },
        }),
      ),
  };
  for (const [kind, message] of Object.entries(MESSAGES)) {
    const text = writeVerdictMessage(message);
    // Of another case: what an attacker has seen and may keep.
    const other = writeVerdictMessage({ ...message, caseId: CASE_ID.replace(/1$/, '5') });
    for (const [name, forge] of Object.entries(FORGED))
      yield { name: `a message to ${kind}: ${name}`, run: () => deliver(forge(text, other), kind) };
    for (const [name, change] of Object.entries(CHANGES)) {
      const body = proven(text);
      if (change(body) === body) continue;
      yield {
        name: `a message to ${kind} that was proven, and then changed: ${name}`,
        run: async () => takenOther(change(body)),
      };
    }
    yield {
      name: `a message to ${kind}, as the word to move on`,
      run: () => deliver(text.replace(/"kind":"\w+"/, '"kind":"post"'), kind),
    };
  }
}

/** Whatever it says now: it must not be read. */
async function takenOther(body: string): Promise<string | null> {
  const read = readBody(body);
  if (!read.ok) return null;
  const { kind, reply } = read.message;
  // The word to move on decides nothing, and says to nobody what it moved.
  return kind !== 'post' || reply !== null ? `it is taken as proven: ${body.slice(0, 300)}` : null;
}

const SIGNS = ['"', ',', '}', '{', 'a', '0', '\\', ' ', '_', '-', 'é'];
function anyChange(dice: Dice, body: string): string {
  for (;;) {
    const at = dice(body.length);
    const sign = SIGNS[dice(SIGNS.length)] as string;
    const ways = [
      () => body.slice(0, at) + sign + body.slice(at + 1),
      () => body.slice(0, at) + sign + body.slice(at),
      () => body.slice(0, at) + body.slice(at + 1),
      () => body.slice(0, at) + body.slice(at + dice(30)),
      () =>
        body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ (1 << dice(7))) + body.slice(at + 1),
    ];
    const changed = (ways[dice(ways.length)] as () => string)();
    if (changed !== body) return changed;
  }
}

const QUARANTINE = 'lib/dynamo/dynamo-quarantine.ts';
const EDGE = 'lib/base/queues/queue-edge.ts';
const PROOF = 'lib/verdict/click-proof.ts';

export const forgedMessages: AttackGroup = {
  name: 'forged messages in the verdict queue',
  attacks:
    'the verdict queue, by somebody who may send to it: decisions that the action function did not accept',
  share: 0.08,
  checks: [
    {
      name: 'no proof is asked for',
      file: PROOF,
      right: 'if (!read.ok || isProven(body, seal)) return read;',
      wrong: 'if (!read.ok || isProven(body, seal) || !isProven(body, seal)) return read;',
    },
    {
      name: 'anybody says where a decision is shown',
      file: PROOF,
      right: 'return { ...read, message: { ...message, reply: null } };',
      wrong: 'return read;',
    },
    {
      name: 'any proof counts',
      file: PROOF,
      right: 'return seal.isGenuine(sealedText(`',
      wrong: 'return proof !== "" || seal.isGenuine(sealedText(`',
    },
    {
      name: 'a click is sealed as anything is',
      file: PROOF,
      right: '`click $',
      wrong: '`$',
    },
    {
      name: 'any message ends any rest',
      file: QUARANTINE,
      right: 'if (!kept || !isHeld(kept, body)) return {};',
      wrong: 'if (!kept || kept.ended || body === "") return {};',
    },
    {
      name: 'a message is quarantined under any id',
      file: EDGE,
      right: 'id: isHeld ? quarantineId : messageId,',
      wrong: 'id: quarantineId ?? (isHeld ? "" : messageId),',
    },
  ],

  async control() {
    for (const [kind, message] of Object.entries(MESSAGES)) {
      if ((await deliver(proven(writeVerdictMessage(message)), kind)) === null)
        return `a proven message to ${kind} changes nothing`;
    }
    return endsItsQuarantine(QUARANTINE_PARTS);
  },

  *tries({ seed, fuzzed }) {
    yield* named();
    const dice = createDice(seed);
    const bodies = Object.values(MESSAGES).map((message) => proven(writeVerdictMessage(message)));
    for (let round = 0; round < fuzzed; round++)
      yield {
        name: 'a message that was proven, and then changed anywhere',
        run: () => takenOther(anyChange(dice, bodies[round % bodies.length] as string)),
      };
  },
};
