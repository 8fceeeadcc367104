import { sectionOf } from '../../lib/config/chats.ts';
import { type BridgeInput, defineBridge } from '../../lib/config/define-bridge.ts';
import { decisionIdOfLink, writeLinkToken } from '../../lib/endpoints/link-token.ts';
import { mayAsk } from '../../lib/features/commands/may-ask.ts';
import { answerStatus } from '../../lib/features/health/answer-status.ts';
import { composeComment } from '../../lib/verdict/compose-comment.ts';
import { systemPerson } from '../../lib/verdict/system-person.ts';
import { CASE_ID, createSystemStage, LINK_SEAL, stageConfig } from '../support/system-stage.ts';
import { decisionOf, verdictOf } from '../unit/features/systems/verdicts.ts';
import type { Attack, AttackGroup } from './group.ts';

const PERSON = 'Dana Frost';
const MINIMAL = ['pseudonym', 'minimal'] as const;
type Show = 'full' | (typeof MINIMAL)[number];

/** The page of a link whose decision the platform refused with words about a person. */
async function linkPage(show: Show): Promise<string> {
  const { destinations, ...rest } = stageConfig();
  const config = { ...rest, destinations: { ...destinations, soar: { ...destinations.soar, show } } };
  const stage = createSystemStage({ config: config as never });
  const message = `${PERSON} does not exist`;
  const state = { is: 'failed', because: 'rejected', message, mayBeRecorded: false, atMs: 1 } as const;
  const target = {
    destination: 'soar',
    domain: 'acme',
    caseId: CASE_ID,
    episode: 0,
    outcome: 'SAFE',
  } as const;
  const token = writeLinkToken({ ...target, expiresAtMs: stage.clock.now() + 1_000 }, LINK_SEAL) ?? '';
  const id = decisionIdOfLink(token);
  stage.decided(verdictOf(id, { decision: decisionOf(id, state) }));
  return (await stage.send({ method: 'GET', path: '/secret/verdict-link', query: `t=${token}` })).body;
}

const ADA = 'U0ADA00001';
const CHANNELS = { soc: 'C0SOC00001', threats: 'C0THREATS1', unused: 'C0UNUSED01', globex: 'C0GLOBEX01' };
const domain = (key: string, who: string) => ({
  ...{ baseUrl: 'https://api.example/api/v1/external', apiKey: key },
  verdicts: { allow: { slackUsers: [who] } },
});
const bridge = (show: Show) =>
  defineBridge({
    domains: { acme: domain('/a', ADA), globex: domain('/g', 'U0EVE00001') },
    slack: { signingSecret: '/secret', botToken: '/token' },
    destinations: {
      soc: { type: 'slack', channel: CHANNELS.soc },
      threats: { type: 'slack', channel: CHANNELS.threats, show },
      unused: { type: 'slack', channel: CHANNELS.unused, show },
      'tenant-2': { type: 'slack', channel: CHANNELS.globex, show },
    },
    routes: [
      { name: 'globex', when: { domain: 'globex' }, to: 'tenant-2', final: true },
      { name: 'cases', when: { feed: 'cases' }, to: 'soc' },
      { name: 'threats', when: { feed: 'threats' }, to: 'threats' },
    ],
    verdicts: { allow: { slackUsers: [ADA] } },
  } as BridgeInput);

/** What Ada is shown of people in a channel. */
async function askedIn(channelId: string, show: Show): Promise<Show | null> {
  const allowed = await mayAsk(bridge(show), {
    person: { surface: 'slack', id: ADA, name: 'ada' },
    channelId,
    namedIn: sectionOf('slack').namedIn,
    directory: { isMember: async () => 'no', isOutsider: async () => 'no' },
  });
  return allowed.is === 'allowed' ? (allowed.domains[0]?.show ?? null) : null;
}

/** What Ada, who may ask about acme only, is told of a problem. */
const statusOf = (heading: string, subject: string): string =>
  JSON.stringify(
    answerStatus(
      { headline: '', problems: [{ heading, of: subject, sinceMs: 1, note: null }] },
      [{ name: 'acme', show: 'full' }],
      bridge('full'),
    ),
  );

const OF_OTHERS: readonly (readonly [string, string])[] = [
  ['Key refused', 'globex'],
  ['Feed is behind', 'globex cases'],
  ['No successful poll', 'globex threats'],
  ['Destination is closed', 'tenant-2'],
  ['Deliveries are late', 'tenant-2'],
];

/** Names that somebody types to be taken for words of the bridge. */
const TYPED = [
  'Ada Winter), approved by Bo Larsen (U0BO',
  'Ada Winter”), approved by Bo Larsen (“U0BO',
  'Ada Winter"), approved by Bo Larsen ("U0BO',
  'Ada Winter＂), approved by Bo Larsen (U0BO',
  'Ada Winter»), approved by Bo Larsen',
  'Ada Winter',
  'U0ADA',
];

/** What stands outside of the marks around a typed name, in the chats and in the platform. */
const outsideMarks = (typed: string): string => {
  const by = systemPerson('soar', typed);
  const told = composeComment({ comment: null, by, approvedBy: null }, { placeName: 'soar' });
  return `${by.name} ${told}`.replaceAll(/“[^”"„‟«»＂]*”/g, '…');
};

export const sideDoors: AttackGroup = {
  name: 'side doors of redaction',
  attacks: 'pages of links, commands and status asked where less may be shown, names that somebody types',
  share: 0,
  checks: [
    {
      name: 'the page of a link says what the platform wrote',
      file: 'lib/features/systems/links-app.ts',
      right: "showAt(config, destination) === 'full' ? verdict : withoutReason(verdict)",
      wrong: "showAt(config, destination) === 'full' ? verdict : verdict",
    },
    {
      name: 'a channel without cases is answered as one with cases',
      file: 'lib/features/commands/may-ask.ts',
      right: '[...places, ...here]',
      wrong: 'places',
    },
    {
      name: 'status tells of every domain',
      file: 'lib/features/health/answer-status.ts',
      right: '.filter(({ of }) => !isOfOthers(of, own, others, config))',
      wrong: '.filter(({ of }) => isOfOthers(of, own, others, config) !== null)',
    },
    {
      name: 'status names destinations of others',
      file: 'lib/features/health/answer-status.ts',
      right: 'return !own.some(sends);',
      wrong: 'return false;',
    },
    {
      name: 'a typed name closes its marks',
      file: 'lib/verdict/system-person.ts',
      right: '.replace(/["“”„‟″«»＂〝〞〟]/gu, "\'")',
      wrong: '',
    },
  ],

  async control() {
    if (!(await linkPage('full')).includes(PERSON)) return 'a page that shows everything does not say why';
    if ((await askedIn(CHANNELS.soc, 'minimal')) !== 'full') return 'the channel of all cases is shown less';
    if (!statusOf('Feed is behind', 'acme cases').includes('acme cases'))
      return 'status does not tell its own';
    return systemPerson('soar', 'Ada Winter').name.includes('Ada Winter') ? null : 'a name is not shown';
  },

  *tries(): Generator<Attack> {
    for (const show of MINIMAL) {
      yield {
        name: 'the page of a link to a system that is not shown people',
        run: async () => ((await linkPage(show)).includes(PERSON) ? 'it names the person' : null),
      };
      for (const [where, channel] of Object.entries(CHANNELS).filter(([name]) => name !== 'soc'))
        yield {
          name: `a command in a channel that is shown less (${where})`,
          async run() {
            const shown = await askedIn(channel, show);
            return shown === 'full' ? `the answer is ${shown}, the channel ${show}` : null;
          },
        };
    }
    for (const [heading, subject] of OF_OTHERS)
      yield {
        name: 'status, about domains of others',
        async run() {
          const told = statusOf(heading, subject);
          return [heading, 'globex', 'tenant-2', '1 problem'].some((word) => told.includes(word))
            ? `it told ${told}`
            : null;
        },
      };
    for (const typed of TYPED)
      yield {
        name: 'a typed name that reads like words of the bridge',
        run: async () =>
          /Ada|Bo Larsen|U0/.test(outsideMarks(typed))
            ? `it reads ${systemPerson('soar', typed).name}`
            : null,
      };
  },
};
