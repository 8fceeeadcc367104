import { chatLabel, isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig, DomainConfig } from '../../lib/config/define-bridge.ts';
import type { Fact } from '../wire.ts';
import { listed, phrase } from './join-words.ts';

type Destination = BridgeConfig['destinations'][string];

export const destinationFacts = ({ destinations }: BridgeConfig): Fact[] =>
  Object.entries(destinations).map(([label, one]) => ({
    label,
    text: phrase(isChat(one.type) ? chatLabel(one.type) : KINDS[one.type], whereOf(one), ...shownThere(one)),
  }));

const KINDS: Readonly<Record<string, string>> = {
  webhook: 'webhook',
  sqs: 'queue',
  eventbridge: 'event bus',
};

function whereOf(destination: Destination): string {
  switch (destination.type) {
    case 'slack':
      return destination.channel;
    case 'teams':
      return destination.channel ?? 'a Workflow';
    // The rest of the address may contain something confidential.
    case 'webhook':
      return new URL(destination.url).host;
    case 'sqs':
      return destination.queueUrl;
    case 'eventbridge':
      return destination.bus;
  }
}

const SHOWN = {
  full: null,
  pseudonym: 'people by pseudonyms',
  minimal: 'no people and no free text',
} as const;

function shownThere(destination: Destination): readonly (string | false | null | undefined)[] {
  const shown = SHOWN[destination.show ?? 'full'];
  if (!('format' in destination))
    return [shown, destination.notify === 'quiet' && 'no people in notifications'];
  const { events, format } = destination;
  return [
    events ? `told ${listed(events)}` : 'told everything',
    format === 'cloudevents' && 'as CloudEvents',
    destination.type === 'sqs' && destination.key && `encrypted with ${destination.key}`,
    ...(destination.type === 'webhook' ? webhookFacts(destination) : []),
    shown,
  ];
}

function webhookFacts(webhook: Extract<Destination, { type: 'webhook' }>) {
  const { headers, secret, privateRanges, local, publicKey, links } = webhook;
  return [
    [secret].flat().length > 1 && `signed with ${[secret].flat().length} secrets`,
    headers && `with the headers ${listed(Object.keys(headers))}`,
    privateRanges && `may have an address in ${listed(privateRanges, 'or')}`,
    publicKey && 'signs with a key pair of its own',
    links && 'with links to decide by',
    local && 'on this machine',
  ];
}

export const domainFacts = ({ domains }: BridgeConfig): Fact[] =>
  Object.entries(domains).flatMap(([name, domain]) => [
    {
      label: name,
      text: phrase(domain.baseUrl, domain.auth === 'bearer' && 'with its key as a bearer token'),
    },
    ...moreOf(domain).map(([what, text]) => ({ label: `${name}, ${what}`, text })),
  ]);

function moreOf({ consoleUrl, hunting, huntingTable, parameterNames = {} }: DomainConfig) {
  const links =
    typeof consoleUrl === 'string'
      ? [['opened at', consoleUrl] as const]
      : Object.entries(consoleUrl ?? {}).flatMap(([kind, url]) =>
          url ? [[`${kind} opened at`, url] as const] : [],
        );
  const names = Object.entries(parameterNames).flatMap(([list, of]) =>
    Object.entries(of ?? {}).map(([ours, theirs]) => `${theirs} for ${ours} of ${list}`),
  );
  return [
    ...links,
    ...(hunting ? [['hunting queries opened in', huntingPlace(hunting)] as const] : []),
    ...(huntingTable ? [['table of hunting queries', huntingTable] as const] : []),
    ...(names.length > 0 ? [['names of parameters', listed(names)] as const] : []),
  ];
}

const huntingPlace = ({ tenantId, workspace, portal }: NonNullable<DomainConfig['hunting']>): string =>
  phrase(workspace ? `Log Analytics, ${workspace}` : 'Microsoft Defender', `tenant ${tenantId}`, portal);

export const chatFacts = ({ slack, teams }: BridgeConfig): Fact[] => [
  ...(slack
    ? [{ label: chatLabel('slack'), text: phrase(cloudWords(slack.cloud), workspaces(slack.teamId)) }]
    : []),
  ...(teams
    ? [
        {
          label: chatLabel('teams'),
          text: phrase(cloudWords(teams.cloud), `bot ${teams.appId}`, `tenant ${teams.tenantId}`),
        },
      ]
    : []),
];

const CLOUDS = {
  public: 'public cloud',
  usgov: 'cloud of the US government',
  dod: 'cloud of the US Department of Defense',
  china: 'cloud in China',
} as const;
const cloudWords = (cloud: keyof typeof CLOUDS): string => CLOUDS[cloud];
const workspaces = (teamId: string | readonly string[] | undefined): string =>
  teamId ? `clicks only from ${listed([teamId].flat())}` : 'clicks from every workspace that has the app';
