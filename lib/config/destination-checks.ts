import { schemaOf } from './chat-schemas.ts';
import type { Raw } from './chats/chat-schema.ts';
import { CHATS, type ChatName, sectionOf } from './chats.ts';
import { keyArnProblem } from './protection.ts';
import { readQueueUrl } from './queue-url.ts';
import { entriesOf, type Finding, objectOf } from './schema/read-unknown.ts';
import { checkWebhooks } from './webhook-checks.ts';

/** Whether destinations and domains fit each other and the rest. Reads raw input, like the cross-checks. */
export function checkDestinations(input: unknown): Finding[] {
  const { destinations, domains, ...sections } = objectOf(input);
  return [
    ...CHATS.flatMap((chat) => schemaOf(chat).check({ destinations, domains })),
    ...repeated('destinations', destinations, addressOf, 'every item would be posted there twice'),
    ...repeated('domains', domains, sourceOf, 'every item would arrive twice'),
    ...CHATS.flatMap((chat) => missingApp(chat, destinations, sections)),
    ...missingVerdicts(destinations, sections),
    ...checkWebhooks(destinations, sections.network),
    ...checkQueueKeys(destinations),
  ];
}

/** The first destination of a chat in which analysts can decide. */
const decidedIn = (destinations: unknown, chat: ChatName): string | undefined =>
  entriesOf(destinations).find(([, raw]) => {
    const destination = objectOf(raw);
    return destination.type === chat && schemaOf(chat).needsApp(destination);
  })?.[0];

function missingApp(chat: ChatName, destinations: unknown, sections: Raw): Finding[] {
  const name = decidedIn(destinations, chat);
  if (name === undefined || sections[chat] !== undefined) return [];
  return [{ path: [chat], message: `missing, destinations.${name} needs ${schemaOf(chat).appHolds}` }];
}

function missingVerdicts(destinations: unknown, sections: Raw): Finding[] {
  if (sections.verdicts !== undefined) return [];
  const [name] = CHATS.flatMap((chat) => decidedIn(destinations, chat) ?? []);
  const first = CHATS.find((chat) => sectionOf(chat).postsFirst && sections[chat] !== undefined);
  if (name === undefined && first === undefined) return [];
  const where = name === undefined && first ? sectionOf(first).label : `destinations.${name}`;
  return [
    {
      path: ['verdicts'],
      message: `missing, cases can be decided in ${where}: choose who may, there is no default (verdicts: { allow: 'anyone-in-channel' } or lists of people)`,
    },
  ];
}

/** SQS accepts only keys of its own region. */
const checkQueueKeys = (destinations: unknown): Finding[] =>
  entriesOf(destinations).flatMap(([name, raw]): Finding[] => {
    const { type, queueUrl, key } = objectOf(raw);
    const region =
      type === 'sqs' && typeof queueUrl === 'string' ? readQueueUrl(queueUrl)?.region : undefined;
    if (region === undefined || typeof key !== 'string' || keyArnProblem(key) !== null) return [];
    const keyRegion = key.split(':')[3];
    const message = `is a key in ${keyRegion}, and the queue is in ${region}: SQS takes keys of its own region only`;
    return keyRegion === region ? [] : [{ path: ['destinations', name, 'key'], message }];
  });

const addressOf = ({ type, channel, workflowUrl, url, queueUrl, bus }: Raw): unknown[] => [
  type,
  channel ?? workflowUrl ?? url ?? queueUrl ?? bus,
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
