import type { Finding } from './problem.ts';
import { entriesOf, objectOf } from './read-unknown.ts';

/** What destinations and domains demand of each other and of the rest, read as raw as the cross-checks. */
export function checkDestinations(input: unknown): Finding[] {
  const { destinations, domains, slack, teams, verdicts } = objectOf(input);
  const slackName = nameOf(destinations, ({ type }) => type === 'slack');
  const botName = nameOf(destinations, ({ type, channel }) => type === 'teams' && channel !== undefined);
  const interactive = slackName ?? botName;
  const where = interactive === undefined ? 'Teams' : `destinations.${interactive}`;
  const missing = (section: string, because: string): Finding => ({ path: [section], message: because });
  return [
    ...teamsForms(destinations),
    ...withoutLink(domains, destinations),
    ...repeated('destinations', destinations, placeOf, 'every item would be posted there twice'),
    ...repeated('domains', domains, sourceOf, 'every item would arrive twice'),
    ...(slackName !== undefined && slack === undefined
      ? [missing('slack', `missing, destinations.${slackName} needs its signingSecret and botToken`)]
      : []),
    ...(botName !== undefined && teams === undefined
      ? [missing('teams', `missing, destinations.${botName} needs its appId, tenantId and password`)]
      : []),
    ...((interactive !== undefined || teams !== undefined) && verdicts === undefined
      ? [
          missing(
            'verdicts',
            `missing, cases can be decided in ${where}: choose who may, there is no default (verdicts: { allow: 'anyone-in-channel' } or lists of people)`,
          ),
        ]
      : []),
  ];
}

type Raw = Record<string, unknown>;

const nameOf = (destinations: unknown, matches: (destination: Raw) => boolean): string | undefined =>
  entriesOf(destinations).find(([, destination]) => matches(objectOf(destination)))?.[0];

const teamsForms = (destinations: unknown): Finding[] =>
  entriesOf(destinations).flatMap(([name, destination]) => {
    const { type, channel, workflowUrl } = objectOf(destination);
    if (type !== 'teams' || (channel === undefined) !== (workflowUrl === undefined)) return [];
    return [
      {
        path: ['destinations', name],
        message:
          channel === undefined
            ? 'needs a channel (with the bot) or a workflowUrl (without it)'
            : 'has both a channel and a workflowUrl: choose one',
      },
    ];
  });

/** Who is told by a Workflow cannot decide there, and needs to know where. */
function withoutLink(domains: unknown, destinations: unknown): Finding[] {
  const name = nameOf(destinations, ({ type, workflowUrl }) => type === 'teams' && workflowUrl !== undefined);
  if (name === undefined) return [];
  return entriesOf(domains)
    .filter(([, domain]) => objectOf(domain).consoleUrl === undefined)
    .map(([domain]) => ({
      path: ['domains', domain, 'consoleUrl'],
      message: `missing, destinations.${name} has no bot: its cards link to where a case can be decided`,
    }));
}

const placeOf = ({ type, channel, workflowUrl, url, queueUrl }: Raw): unknown[] => [
  type,
  channel ?? workflowUrl ?? url ?? queueUrl,
];

const sourceOf = ({ baseUrl, apiKey }: Raw): unknown[] => [
  typeof baseUrl === 'string' ? baseUrl.replace(/\/+$/, '') : undefined,
  apiKey,
];

function repeated(section: string, named: unknown, key: (raw: Raw) => unknown[], harm: string): Finding[] {
  const first = new Map<string, string>();
  return entriesOf(named).flatMap(([name, raw]): Finding[] => {
    const parts = key(objectOf(raw));
    if (!parts.every((part) => typeof part === 'string')) return [];
    const same = JSON.stringify(parts);
    const earlier = first.get(same);
    if (earlier !== undefined) {
      return [{ path: [section, name], message: `is the same as ${section}.${earlier}: ${harm}` }];
    }
    first.set(same, name);
    return [];
  });
}
