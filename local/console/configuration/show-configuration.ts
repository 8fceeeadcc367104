import type { Allow } from '../../../lib/config/authority.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import type { Configuration, Fact } from '../wire.ts';

/** The configuration for people. Secrets are not in it: it only ever has their names. */
export function showConfiguration(config: BridgeConfig): Configuration {
  const { routes, destinations, domains } = config;
  return {
    routes,
    destinations: Object.entries(destinations).map(([name, one]) => ({
      name,
      type: one.type,
      where: whereOf(one),
    })),
    domains: Object.entries(domains).map(([name, { baseUrl }]) => ({ name, baseUrl })),
    settings: settingsOf(config),
  };
}

function whereOf(destination: BridgeConfig['destinations'][string]): string {
  switch (destination.type) {
    case 'slack':
      return destination.channel;
    case 'teams':
      return destination.channel ?? 'a workflow';
    // The rest of the address may hold what nobody else should know.
    case 'webhook':
      return new URL(destination.url).host;
    case 'sqs':
      return destination.queueUrl;
  }
}

function settingsOf(config: BridgeConfig): Fact[] {
  const { poll, verdicts, ops } = config;
  const start = typeof poll.start === 'string' ? poll.start : `since ${poll.start.since}`;
  return [
    { label: 'Polls', text: `${poll.feeds.join(' and ')}, every ${seconds(poll.every)}` },
    { label: 'Begins', text: start },
    { label: 'Looks back', text: seconds(poll.lookback) },
    { label: 'Sweeps', text: `${seconds(poll.sweep.window)}, every ${seconds(poll.sweep.every)}` },
    { label: 'May decide', text: allowedBy(verdicts?.allow) },
    ...elsewhere(config),
    ...(verdicts
      ? [{ label: 'Undo', text: seconds(verdicts.undoSeconds * 1_000) }, ...rulesOf(verdicts)]
      : []),
    ...(ops ? [{ label: 'Tells operators in', text: [ops.to].flat().join(', ') }] : []),
  ];
}

/** What domains, routes and destinations say themselves. */
function elsewhere({ domains, routes, destinations }: BridgeConfig): Fact[] {
  const scopes = [
    ...Object.entries(domains).map(([name, { verdicts }]) => [`cases of ${name}`, verdicts] as const),
    ...routes.map(({ name, verdicts }) => [`what "${name}" sends`, verdicts] as const),
    ...Object.entries(destinations).map(
      ([name, one]) => [`in ${name}`, 'verdicts' in one ? one.verdicts : undefined] as const,
    ),
  ];
  return scopes.flatMap(([where, says]) => {
    const guests = { may: 'guests too', 'may-not': 'no guests' } as const;
    const words = [says?.allow && allowedBy(says.allow), says?.guests && guests[says.guests]].filter(Boolean);
    return words.length > 0 ? [{ label: `May decide ${where}`, text: words.join(', ') }] : [];
  });
}

function allowedBy(allow: Allow | undefined): string {
  if (!allow) return 'nobody: the configuration does not say who';
  if (allow === 'anyone-in-channel') return 'anyone in the channel';
  const { slackUsers, slackGroups, teamsUsers, teamsGroups, people } = allow;
  const counts = [
    [people.length, 'people in all chats'],
    [slackUsers.length, 'people in Slack'],
    [slackGroups.length, 'groups in Slack'],
    [teamsUsers.length, 'people in Teams'],
    [teamsGroups.length, 'groups in Teams'],
  ] as const;
  return counts.flatMap(([count, what]) => (count > 0 ? `${count} ${what}` : [])).join(', ');
}

const rulesOf = ({ outcomes }: NonNullable<BridgeConfig['verdicts']>): Fact[] =>
  Object.entries(outcomes).flatMap(([outcome, { comment, confirm, approval }]) => {
    const rules = [
      comment === 'required' && 'needs a comment',
      confirm && 'asks once more',
      approval && 'needs a second person',
    ].filter(Boolean);
    return rules.length > 0 ? [{ label: outcome, text: rules.join(', ') }] : [];
  });

function seconds(ms: number): string {
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
  ] as const;
  for (const [size, unit] of units) if (ms >= size && ms % size === 0) return `${ms / size} ${unit}`;
  return `${ms / 1_000} s`;
}
