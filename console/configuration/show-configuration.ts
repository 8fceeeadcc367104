import { inWords } from '../../lib/base/text/format.ts';
import { canaryPlaces } from '../../lib/config/canary.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Configuration, Fact } from '../wire.ts';
import { listed, phrase } from './join-words.ts';
import { decidingFacts, peopleFacts } from './show-deciding.ts';
import { chatFacts, destinationFacts, domainFacts } from './show-places.ts';
import { showRoute } from './show-routes.ts';

/** The whole configuration, for people. It contains no secrets: only their names, which are left out. */
export function showConfiguration(config: BridgeConfig): Configuration {
  const parts: Configuration['parts'] = [
    { title: 'Destinations', rows: destinationFacts(config) },
    { title: 'Domains', rows: domainFacts(config) },
    { title: 'Decisions', rows: decidingFacts(config) },
    { title: 'People', note: 'Known in several chats as one person.', rows: peopleFacts(config) },
    { title: 'Connectors', note: 'Which sources of events each brings.', rows: connectorFacts(config) },
    { title: 'Chats', rows: chatFacts(config) },
    { title: 'Polls', rows: pollFacts(config) },
    { title: 'Open cases', rows: changeFacts(config) },
    { title: 'Everything else', rows: otherFacts(config) },
  ];
  return { routes: config.routes.map(showRoute), parts: parts.filter(({ rows }) => rows.length > 0) };
}

const connectorFacts = ({ connectors }: BridgeConfig): Fact[] =>
  Object.entries(connectors).map(([label, { sources }]) => ({ label, text: listed(sources) }));

function pollFacts({ poll }: BridgeConfig): Fact[] {
  const { feeds, every, start, lookback, sweep } = poll;
  const begins = { now: 'with what is new', all: 'with all that is there' };
  return [
    { label: 'Polls', text: `${listed(feeds)}, every ${inWords(every)}` },
    {
      label: 'Begins',
      text: typeof start === 'string' ? begins[start] : `with what came since ${start.since}`,
    },
    { label: 'Looks back', text: inWords(lookback) },
    { label: 'Sweeps', text: `the last ${inWords(sweep.window)}, every ${inWords(sweep.every)}` },
  ];
}

const TELLS = {
  all: 'each change of its state',
  important: 'that action was taken, that it was closed, or is no longer in the platform',
  none: 'no change of its state',
} as const;

const PERSONAS = {
  all: 'told in the thread of each case',
  severe: 'told in the threads of severe cases',
  none: 'not told',
} as const;

const changeFacts = ({ changes, personas }: BridgeConfig): Fact[] => [
  { label: 'Looked for', text: `every ${inWords(changes.every)}` },
  { label: 'Thread tells', text: TELLS[changes.tell] },
  { label: 'Who it is about', text: PERSONAS[personas] },
];

const MONITORING = {
  lean: 'one metric and one alarm in CloudWatch',
  full: 'all metrics, an alarm for each thing that can be wrong, and a dashboard in CloudWatch',
  none: 'nothing in CloudWatch',
} as const;

function otherFacts(config: BridgeConfig): Fact[] {
  const { storm, retention, ops, canary, requests, encryption, network, archive, monitoring } = config;
  const { cases, deliveries, trail } = retention;
  const fact = (label: string, text: string | false | undefined): Fact[] => (text ? [{ label, text }] : []);
  return [
    ...fact('A storm', `more than ${storm.threshold} new items for one channel in a minute`),
    ...fact('Never in a digest', storm.severe !== 'none' && `cases that are ${storm.severe} or worse`),
    ...fact('Tells operators in', ops?.to),
    ...fact(
      'Tests the whole way',
      canary && `every ${inWords(canary.every)}, by ${listed(canaryPlaces(config))}`,
    ),
    ...fact(
      'Keeps',
      `decisions for ${inWords(cases)}, messages for ${inWords(deliveries)}, the audit trail for ${inWords(trail)}`,
    ),
    ...fact(
      'Archive',
      archive && `of the audit trail, locked for ${archive.days} days, ${archive.lock} mode`,
    ),
    ...fact(
      'Addresses for chats',
      phrase(
        requests.path !== undefined && 'a path of your own',
        requests.stackPath === 'keep' && 'that of the stack too',
        requests.reserved !== undefined && `${requests.reserved} runs at a time reserved`,
      ),
    ),
    ...fact(
      'Encrypted with',
      encryption && (encryption.key === 'create' ? 'a key that the stack makes' : encryption.key),
    ),
    ...fact('Network', network && `${listed(network.subnets)}, with ${listed(network.securityGroups)}`),
    ...fact('Monitoring', MONITORING[monitoring]),
  ];
}
