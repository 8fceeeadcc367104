import type { Sources } from './sources.ts';
import type { StandIns } from './stand-ins.ts';
import type { About } from './wire.ts';

type Destination = Sources['config']['destinations'][string]['type'];

/** Why a chat is not shown here. */
export function whyNotShown(
  { config }: Pick<Sources, 'config'>,
  type: Extract<Destination, 'slack' | 'teams'>,
): string {
  const name = type === 'slack' ? 'Slack' : 'Teams';
  const used = Object.values(config.destinations).some((one) => one.type === type);
  return used
    ? `This bridge speaks to the real ${name}. Open it to see what arrives there.`
    : `The configuration has no ${name} destination.`;
}

/** People cannot answer a Workflow, a webhook or a queue. */
const hasButtons = (one: Sources['config']['destinations'][string]): boolean =>
  one.type === 'slack' || (one.type === 'teams' && one.channel !== undefined);

/** What runs here, and what of it is real. */
export function describeRun({ config, standIns }: Pick<Sources, 'config' | 'standIns'>): About {
  const domains = Object.keys(config.domains);
  const { postureApi } = standIns;
  const real = domains.filter((domain) => !postureApi?.domains.includes(domain));
  return {
    domains,
    decidable: Object.values(config.destinations).some(hasButtons),
    links: postureApi ? [{ label: 'Documentation of the API', url: postureApi.docsUrl }] : [],
    notes: [
      ...(real.length > 0
        ? [`${real.join(', ')}: the API is the real one, and records the verdicts that you click here.`]
        : []),
      ...realChats(config, standIns),
    ],
  };
}

const realChats = (config: Sources['config'], { slack, teams }: StandIns): string[] => {
  const uses = (type: Destination) => Object.values(config.destinations).some((one) => one.type === type);
  return [
    ...(uses('slack') && !slack ? [whyNotShown({ config }, 'slack')] : []),
    ...(uses('teams') && !teams ? [whyNotShown({ config }, 'teams')] : []),
  ];
};
