import { outcomeChoices } from '../../lib/chats/document/outcome-choices.ts';
import type { Source } from '../source.ts';
import type { About } from '../wire.ts';
import type { StandIns } from './stand-ins.ts';

const CHATS = ['slack', 'teams'] as const;
type Chat = (typeof CHATS)[number];

const isUsed = ({ destinations }: Source['config'], chat: Chat): boolean =>
  Object.values(destinations).some(({ type }) => type === chat);

const NAMES: Readonly<Record<Chat, string>> = { slack: 'Slack', teams: 'Teams' };

/** People cannot answer a Workflow, a webhook or a queue. */
const hasButtons = (one: Source['config']['destinations'][string]): boolean =>
  one.type === 'slack' || (one.type === 'teams' && one.channel !== undefined);

/** What runs here, and which parts are real. */
export function describeRun({
  config,
  standIns,
}: Pick<Source, 'config'> & { readonly standIns: StandIns }): About {
  const domains = Object.keys(config.domains);
  const { postureApi } = standIns;
  const real = domains.filter((domain) => !postureApi?.domains.includes(domain));
  return {
    bridge: 'posture-bridge on this machine',
    pages: ['cases', 'chat', 'verdicts', 'health', 'flow', 'config', 'world'],
    acts: false,
    domains,
    decidable: Object.values(config.destinations).some(hasButtons),
    // They are pressed in a stand-in: in a real chat, only the person can.
    outcomes: config.verdicts && CHATS.some((chat) => standIns[chat]) ? outcomeChoices(config.verdicts) : [],
    links: postureApi ? [{ label: 'Documentation of the API', url: postureApi.docsUrl }] : [],
    notes: [
      ...(real.length > 0
        ? [`${real.join(', ')}: the API is the real one, and records the verdicts that you click here.`]
        : []),
      ...CHATS.filter((chat) => isUsed(config, chat) && !standIns[chat]).map(
        (chat) => `This bridge speaks to the real ${NAMES[chat]}: its buttons are there.`,
      ),
    ],
  };
}
