import { writeMetadata } from '../../lib/chats/slack/form-metadata.ts';
import { SEAL } from '../support/sealed.ts';
import { createDice, type Dice } from '../unit/chats/slack/forgeries.ts';
import { alterAtRandom, alterationsOf } from './alterations.ts';
import {
  CHANNELS,
  createDoor,
  type Door,
  type Happened,
  type Knocked,
  SHOWN,
  type ShownCase,
} from './door.ts';
import type { Attack, AttackGroup } from './group.ts';
import { CARRIERS, type Carrier, published, sealedValue, submitForm, unsealedValue } from './presses.ts';

const ALL: readonly ShownCase[] = Object.values(SHOWN);
const sealedIn = (chat: ShownCase['chat']) => ALL.filter((one) => one.chat === chat);
const RESPONSE_URL = 'https://hooks.slack.com/actions/T0ACME0001/1/abc';

/** What came of a press, besides a refusal that was noted. */
const effectsOf = ({ queued, forms }: Happened): readonly string[] => [
  ...queued.filter(({ kind }) => kind !== 'denied').map((message) => JSON.stringify(message)),
  ...forms,
];

/** As a form of the bridge carries it. */
const formOf = ({ target, channel }: ShownCase): string =>
  writeMetadata(
    {
      about: { target, mode: target.decisionId === null ? 'comment' : 'override' },
      ...{ channel, messageTs: '1.2', threadTs: null, responseUrl: RESPONSE_URL },
    },
    SEAL.of,
  ) ?? '';

/** What genuine presses lead to there, and nothing else may. */
export function createJudge(door: Door) {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const send = (chat: ShownCase['chat'], event: Knocked) => door[chat](event);

  async function genuineEffects(presses: readonly (readonly [ShownCase['chat'], Knocked])[]) {
    const effects = new Set<string>();
    for (const [chat, event] of presses)
      for (const one of effectsOf(await send(chat, event))) effects.add(one);
    return effects;
  }
  const expected = (key: string, presses: () => readonly (readonly [ShownCase['chat'], Knocked])[]) => {
    const found = known.get(key) ?? genuineEffects(presses());
    known.set(key, found);
    return found;
  };

  function verdictOn(happened: Happened, allowed: ReadonlySet<string>): string | null {
    const [effect] = effectsOf(happened).filter((one) => !allowed.has(one));
    if (effect !== undefined) return `it counted: ${effect}`;
    const [elsewhere] = happened.wroteTo.filter((url) => url !== RESPONSE_URL);
    if (elsewhere !== undefined) return `the bridge wrote to ${elsewhere}`;
    return happened.status >= 500 ? `answered with ${happened.status}` : null;
  }

  return {
    /** In words what a press led to that no genuine one there does. */
    async press({ name, chat, carry }: Carrier, value: unknown, channel: string): Promise<string | null> {
      const allowed = await expected(`${name} ${channel}`, () =>
        sealedIn(chat).map((one) => [chat, carry(sealedValue(one), channel)] as const),
      );
      const through = verdictOn(await send(chat, carry(value, channel)), allowed);
      return through && `${name} in ${channel}: ${through}`;
    },
    async submit(metadata: unknown): Promise<string | null> {
      const allowed = await expected('forms', () =>
        sealedIn('slack').map((one) => ['slack', submitForm(formOf(one))] as const),
      );
      return verdictOn(await send('slack', submitForm(metadata)), allowed);
    },
    /** A genuine press that comes to nothing would make all of this mean nothing. */
    async isTaken({ chat, carry }: Carrier, value: string, channel: string): Promise<boolean> {
      return effectsOf(await send(chat, carry(value, channel))).length > 0;
    },
    isFormTaken: async (one: ShownCase): Promise<boolean> =>
      effectsOf(await send('slack', submitForm(formOf(one)))).length > 0,
  };
}

const BASE = { slack: [SHOWN.decided, SHOWN.beta], teams: [SHOWN.decidedCard, SHOWN.betaCard] } as const;

/** Of another domain, of one that is not decided, and in a channel that was moved. */
const FORMS = [
  [SHOWN.decided, SHOWN.beta],
  [SHOWN.decided, SHOWN.acme],
  [SHOWN.moved, SHOWN.acme],
] as const;

const SEALED = 'lib/chats/document/sealed-value.ts';
const CHECK = 'lib/chats/presses/check-press.ts';
const SEALS = 'lib/base/seal.ts';

export const alteredButtons: AttackGroup = {
  name: 'altered buttons and forms',
  attacks: 'what a button or a form carries: altered, forged, cut, extended, of another key or version',
  share: 0.2,
  checks: [
    {
      name: 'an altered value counts',
      file: CHECK,
      right: "if (origin !== 'genuine') return 'altered';",
      wrong: '',
    },
    {
      name: 'every seal is genuine',
      file: SEALED,
      right: "seal?.isGenuine(sealedText(fields), s) ? 'genuine' : 'altered'",
      wrong: "'genuine'",
    },
    ...(['d', 'c', 'n', 't', 'x', 'g', 'h', 'm', 'u', 'k'] as const).map((field) => ({
      name: `the seal is not of "${field}"`,
      file: SEALED,
      right: 'asciiJson(fields)}',
      wrong: `asciiJson({ ...fields, ${field}: 0 })}`,
    })),
    {
      name: 'a value is sealed as any other is',
      file: SEALED,
      right: ['`$', '{kind} $'].join(''),
      wrong: '`$',
    },
    {
      name: 'what has no seal is genuine',
      file: SEALED,
      right: 'seal?.isGenuine(sealedText(fields), s)',
      wrong: "(s === '' || seal?.isGenuine(sealedText(fields), s))",
    },
    {
      name: 'a seal is compared as far as it goes',
      file: SEALS,
      right:
        'return isOurs && [secret, ...others].some((key) => timingSafeEqual(given, proofOf(text, key)));',
      wrong:
        'return given.length < 32 && timingSafeEqual(given.subarray(0, 16), proofOf(text, secret).subarray(0, Math.min(16, given.length)));',
    },
    {
      name: 'a seal is never compared',
      file: SEALS,
      right:
        'return isOurs && [secret, ...others].some((key) => timingSafeEqual(given, proofOf(text, key)));',
      wrong: 'return isOurs && timingSafeEqual(given, given);',
    },
    {
      name: 'nobody checks what was pressed',
      file: 'lib/chats/presses/judge-press.ts',
      right: 'if (!problem) return null;',
      wrong: 'if (problem !== undefined) return null;',
    },
  ],

  async control() {
    const judge = createJudge(createDoor({ teamsKeys: published() }));
    for (const carrier of CARRIERS)
      for (const one of sealedIn(carrier.chat))
        if (!(await judge.isTaken(carrier, sealedValue(one), one.channel)))
          return `${carrier.name} of the case ${one.target.caseId} is not taken as the bridge wrote it`;
    for (const one of sealedIn('slack'))
      if (!(await judge.isFormTaken(one))) return `a form of the case ${one.target.caseId} is not taken`;
    return null;
  },

  *tries({ seed, fuzzed }) {
    const judge = createJudge(createDoor({ teamsKeys: published() }));
    for (const [genuine, other] of FORMS) {
      for (const { name, text } of alterationsOf(formOf(genuine), formOf(other), 'form'))
        yield { name: `a form: ${name}`, run: () => judge.submit(text) };
      for (const { name, text } of innerAlterations(genuine, other))
        yield { name: `a form: inside of it ${name}`, run: () => judge.submit(text) };
    }
    for (const carrier of CARRIERS) {
      const [genuine, other] = BASE[carrier.chat];
      for (const { name, text } of alterationsOf(sealedValue(genuine), sealedValue(other), 'button'))
        for (const { channel } of [genuine, other])
          yield { name: `a button: ${name}`, run: () => judge.press(carrier, text, channel) };
      yield* withoutSeal(carrier, judge);
    }
    const dice = createDice(seed);
    for (let round = 0; round < fuzzed; round++)
      yield dice(6) === 0 ? anyForm(dice, judge) : anyButton(dice, judge);
  },
};

type Judge = ReturnType<typeof createJudge>;

function* withoutSeal(carrier: Carrier, judge: Judge): Generator<Attack> {
  const { chat } = carrier;
  const [base] = BASE[chat];
  const values: Readonly<Record<string, ShownCase>> = {
    'of a message that has seals': base,
    'of a case that was never shown': { ...base, target: { ...base.target, caseId: 'c-never-shown' } },
    'of another domain': { ...base, target: { ...base.target, domain: 'beta' } },
    'of a domain that is none': { ...base, target: { ...base.target, domain: 'evil' } },
    'of another destination': {
      ...base,
      target: { ...base.target, destination: chat === 'slack' ? 'partner' : 'hall' },
    },
    'of a destination in the other chat': {
      ...base,
      target: { ...base.target, destination: chat === 'slack' ? 'duty' : 'soc' },
    },
  };
  for (const [what, one] of Object.entries(values))
    for (const channel of CHANNELS[chat])
      yield {
        name: `a button without a seal, ${what}`,
        run: () => judge.press(carrier, unsealedValue(one), channel),
      };
}

/** The target stands as a text inside of what a form carries. */
function* innerAlterations(genuine: ShownCase, other: ShownCase) {
  const form = JSON.parse(formOf(genuine)) as Record<string, unknown>;
  for (const { name, text } of alterationsOf(unsealedValue(genuine), unsealedValue(other), 'button'))
    yield { name, text: JSON.stringify({ ...form, g: text }) };
  yield { name: 'a button with its seal', text: JSON.stringify({ ...form, g: sealedValue(other) }) };
  yield { name: 'a button and nothing else', text: sealedValue(genuine) };
}

const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(list.length)] as T;

const anyForm = (dice: Dice, judge: Judge): Attack => ({
  name: 'a form: altered at random',
  run() {
    const forms = sealedIn('slack').map(formOf);
    return judge.submit(alterAtRandom(dice, pick(dice, forms), forms));
  },
});

const anyButton = (dice: Dice, judge: Judge): Attack => ({
  name: 'a button: altered at random',
  run() {
    const carrier = pick(dice, CARRIERS);
    const values = sealedIn(carrier.chat).map((one) => sealedValue(one));
    const text = alterAtRandom(dice, pick(dice, values), values);
    return judge.press(carrier, text, pick<string>(dice, CHANNELS[carrier.chat]));
  },
});
