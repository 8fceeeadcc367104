import { createSeal } from '../../lib/base/seal.ts';
import { type CaseList, writeCaseList } from '../../lib/chats/document/bulk-list.ts';
import { BULK_VERBS } from '../../lib/chats/document/bulk-press.ts';
import { writeProposalPress } from '../../lib/chats/document/proposal-press.ts';
import { writeMetadata } from '../../lib/chats/slack/form-metadata.ts';
import { CALLBACKS } from '../../lib/chats/slack/write-form.ts';
import { SEAL } from '../support/sealed.ts';
import { arrive, interactionOf, viewSubmission } from '../support/slack-requests.ts';
import { createDice } from '../unit/chats/slack/forgeries.ts';
import { invoke } from '../unit/chats/teams/requests.ts';
import { alterAtRandom, alterationsOf } from './alterations.ts';
import { createDoor, type Door, type Happened, type Knocked, SHOWN, type ShownCase } from './door.ts';
import type { Attack, AttackGroup } from './group.ts';
import { inTeams, pressCard, pressSlack, published, sealedValue, sentByTeams } from './presses.ts';

const OTHER_KEY = createSeal({ secret: Buffer.alloc(32, 8) });
const listOf = (shown: readonly ShownCase[], onlyFor: CaseList['onlyFor'] = null): CaseList => ({
  cases: shown.map(({ target: { domain, caseId, destination } }) => ({ domain, caseId, destination })),
  onlyFor,
});
const written = (list: CaseList, sealOf = SEAL.of): string => {
  const text = writeCaseList(list, sealOf);
  if (text === null) throw new Error('the list does not fit on a button');
  return text;
};

const MINE = listOf([SHOWN.acme, SHOWN.decided]);
const THEIRS = listOf([SHOWN.beta]);
const ON_CARD = listOf([SHOWN.card, SHOWN.decidedCard]);
const OTHER_CARD = listOf([SHOWN.betaCard]);
/** Only for somebody who does not press here. */
const OF_ANOTHER: CaseList = { ...MINE, onlyFor: { surface: 'slack', id: 'U0SOMEBODY' } };
const CARD_OF_ANOTHER: CaseList = { ...ON_CARD, onlyFor: { surface: 'teams', id: 'somebody' } };

const metadataOf = (list: CaseList, channel: string, sealOf = SEAL.of): string =>
  writeMetadata(
    { about: { mode: 'bulk', list }, channel, messageTs: '1.2', threadTs: null, responseUrl: null },
    sealOf,
  ) ?? '';

function submitted(privateMetadata: unknown): Knocked {
  const { view, ...payload } = viewSubmission();
  const values = {
    cases: { cases: { type: 'multi_static_select', selected_options: [{ value: 'all' }] } },
    outcome: { outcome: { type: 'radio_buttons', selected_option: { value: 'SAFE' } } },
    comment: { comment: { type: 'plain_text_input', value: 'because' } },
  };
  const state = { values };
  return arrive(
    interactionOf({
      ...payload,
      view: { ...view, callback_id: CALLBACKS.bulk, private_metadata: privateMetadata, state },
    }),
  );
}

const onCard = (target: unknown, channel: string): Knocked =>
  sentByTeams(
    invoke(
      BULK_VERBS.decide,
      { target, cases: 'all', outcome: 'SAFE', comment: 'because' },
      inTeams(channel),
    ),
  );

const PROPOSAL = { domain: 'acme', id: '0123abcd', choice: 'mute', destination: 'soc' } as const;
const proposal = (fields: Partial<typeof PROPOSAL> | object = {}, sealOf = SEAL.of): string =>
  writeProposalPress({ ...PROPOSAL, ...fields }, sealOf) ?? '';
const pressProposal = (value: unknown, channel: string) =>
  pressSlack(value, channel, 'proposal:mute:0123abcd');
const pressProposalCard = (value: unknown, channel: string) =>
  pressCard(value, channel, 'proposal:mute:0123abcd');

/** What was decided, or answered, besides refusals that were noted. */
const effectsOf = ({ queued, forms }: Happened): readonly string[] => [
  ...queued.filter(({ kind }) => kind !== 'denied').map((message) => JSON.stringify(message)),
  ...forms.filter((form) => form !== 'undefined'),
];

type Way = {
  readonly name: string;
  readonly chat: 'slack' | 'teams';
  readonly send: (text: unknown) => Knocked;
};

/** Ways in, each with what the bridge wrote there and with what it wrote elsewhere. */
const WAYS: readonly (Way & {
  readonly genuine: string;
  readonly other: string;
  readonly kind: 'button' | 'form';
})[] = [
  {
    ...{ name: 'the form for several cases', chat: 'slack', kind: 'form', send: submitted },
    genuine: metadataOf(MINE, SHOWN.acme.channel),
    other: metadataOf(THEIRS, SHOWN.beta.channel),
  },
  {
    ...{ name: 'the card for several cases', chat: 'teams', kind: 'button' },
    send: (text) => onCard(text, SHOWN.card.channel),
    genuine: written(ON_CARD),
    other: written(OTHER_CARD),
  },
  {
    ...{ name: 'the button for several cases', chat: 'slack', kind: 'button' },
    send: (text) => pressSlack(text, SHOWN.acme.channel, `${BULK_VERBS.open}:1`),
    genuine: written(MINE),
    other: written(THEIRS),
  },
  {
    ...{ name: 'an approval of a mute in Slack', chat: 'slack', kind: 'button' },
    send: (text) => pressProposal(text, SHOWN.acme.channel),
    genuine: proposal(),
    other: proposal({ domain: 'beta', destination: 'partner', id: 'ffff0000', choice: 'no' }),
  },
  {
    ...{ name: 'an approval of a mute in Teams', chat: 'teams', kind: 'button' },
    send: (text) => pressProposalCard(text, SHOWN.card.channel),
    genuine: proposal({ destination: 'duty' }),
    other: proposal({ domain: 'beta', destination: 'hall', id: 'ffff0000', choice: 'no' }),
  },
];

function createJudge(door: Door) {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  /** What either of them leads to when it comes as it was written. */
  async function genuineIn({ chat, send, genuine, other }: (typeof WAYS)[number]) {
    const all = [await door[chat](send(genuine)), await door[chat](send(other))];
    return new Set(all.flatMap(effectsOf));
  }
  const allowedIn = (way: (typeof WAYS)[number]) => {
    const found = known.get(way.name) ?? genuineIn(way);
    known.set(way.name, found);
    return found;
  };
  return {
    isTaken: async ({ chat, send, genuine }: (typeof WAYS)[number]) =>
      effectsOf(await door[chat](send(genuine))).length > 0,
    /** The same list once more is the same click, under the same ids. */
    async knock(way: (typeof WAYS)[number], text: unknown): Promise<string | null> {
      const allowed = await allowedIn(way);
      const happened = await door[way.chat](way.send(text));
      const [effect] = effectsOf(happened).filter((one) => !allowed.has(one));
      if (effect !== undefined) return `it counted: ${effect.slice(0, 400)}`;
      return happened.status >= 500 ? `answered with ${happened.status}` : null;
    },
    async send(chat: 'slack' | 'teams', event: Knocked): Promise<string | null> {
      const [effect] = effectsOf(await door[chat](event));
      return effect === undefined ? null : `it counted: ${effect.slice(0, 400)}`;
    },
  };
}

function* elsewhere(judge: ReturnType<typeof createJudge>): Generator<Attack> {
  const slack: Readonly<Record<string, Knocked>> = {
    'a list of another channel': submitted(metadataOf(MINE, SHOWN.beta.channel)),
    'the list of another person': submitted(metadataOf(OF_ANOTHER, SHOWN.acme.channel)),
    'a list of another key': submitted(metadataOf(MINE, SHOWN.acme.channel, OTHER_KEY.of)),
    'a list inside of no form': submitted(written(MINE)),
    'the button of one case, as a list': pressSlack(
      sealedValue(SHOWN.acme),
      SHOWN.acme.channel,
      `${BULK_VERBS.open}:1`,
    ),
    'a list, as the button of one case': pressSlack(written(MINE), SHOWN.acme.channel),
    'a proposal in another channel': pressProposal(proposal(), SHOWN.beta.channel),
    'a proposal of another key': pressProposal(proposal({}, OTHER_KEY.of), SHOWN.acme.channel),
    'a list, as a proposal': pressProposal(written(MINE), SHOWN.acme.channel),
  };
  for (const [name, event] of Object.entries(slack)) yield { name, run: () => judge.send('slack', event) };
  const teams: Readonly<Record<string, Knocked>> = {
    'a card with a list of another channel': onCard(written(ON_CARD), SHOWN.betaCard.channel),
    'a card with the list of another person': onCard(written(CARD_OF_ANOTHER), SHOWN.card.channel),
    'a card with a list of another key': onCard(written(ON_CARD, OTHER_KEY.of), SHOWN.card.channel),
    'a card with the button of one case': onCard(sealedValue(SHOWN.card), SHOWN.card.channel),
    'a card with a proposal of another channel': pressProposalCard(
      proposal({ destination: 'duty' }),
      SHOWN.betaCard.channel,
    ),
  };
  for (const [name, event] of Object.entries(teams)) yield { name, run: () => judge.send('teams', event) };
}

const LIST = 'lib/chats/document/bulk-list.ts';
const TAKE = 'lib/features/bulk/take-bulk.ts';
const PROPOSALS = 'lib/chats/document/proposal-press.ts';

export const alteredLists: AttackGroup = {
  name: 'altered lists of cases, and approvals of mutes',
  attacks: 'several cases at once and mutes that are proposed: altered, forged, of others, pressed elsewhere',
  share: 0.05,
  checks: [
    {
      name: 'every list of cases is genuine',
      file: LIST,
      right: "if (read?.origin !== 'genuine') return null;",
      wrong: 'if (!read) return null;',
    },
    {
      name: 'a list of cases is for everybody',
      file: LIST,
      right: 'onlyFor === null || (onlyFor.surface === surface && onlyFor.id === id);',
      wrong: 'onlyFor === null || surface !== id;',
    },
    {
      name: 'a list counts in every channel',
      file: TAKE,
      right: 'list.onlyFor === null ||',
      wrong: 'false &&',
    },
    {
      name: 'every form for several cases is genuine',
      file: 'lib/chats/slack/form-entries.ts',
      right: "read?.origin === 'genuine' && given !== undefined",
      wrong: 'read !== null && given !== undefined',
    },
    {
      name: 'every answer to a proposal is genuine',
      file: PROPOSALS,
      right: "if (read?.origin !== 'genuine') return null;",
      wrong: 'if (!read) return null;',
    },
    {
      name: 'a proposal is answered in any channel',
      file: 'lib/chats/presses/take-chat-command.ts',
      right: 'if (!isThere)',
      wrong: 'if (isThere === undefined)',
    },
  ],

  async control() {
    const judge = createJudge(createDoor({ teamsKeys: published() }));
    for (const way of WAYS)
      if (!(await judge.isTaken(way))) return `${way.name} is not taken as the bridge wrote it`;
    return null;
  },

  *tries({ seed, fuzzed }) {
    const judge = createJudge(createDoor({ teamsKeys: published() }));
    yield* elsewhere(judge);
    for (const way of WAYS) {
      for (const { name, text } of alterationsOf(way.genuine, way.other, way.kind))
        yield { name: `${way.name}: ${name}`, run: () => judge.knock(way, text) };
      yield { name: `${way.name}: once more`, run: () => judge.knock(way, way.genuine) };
    }
    const dice = createDice(seed);
    for (let n = 0; n < fuzzed; n++) {
      const way = WAYS[n % WAYS.length] as (typeof WAYS)[number];
      const text = alterAtRandom(dice, way.genuine, [way.other]);
      yield { name: `${way.name}: altered at random`, run: () => judge.knock(way, text) };
    }
  },
};
