import * as z from 'zod/mini';
import { SEVERITIES } from '../posture/severity.ts';
import { CHATS, type ChatName, sectionOf } from './chats.ts';
import { unknownName } from './schema/config-problem.ts';
import { type Finding, listOf, objectOf, type Path } from './schema/read-unknown.ts';
import { shaped } from './schema/setting-fields.ts';
import { strict } from './schema/strict.ts';

/** Shown in the chat: nothing that a chat could read as markup. */
export const shownName = shaped(
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .'’-]{0,62}[\p{L}\p{M}\p{N}.])?$/u,
  'must be 1 to 64 letters, digits, spaces, dots, dashes and apostrophes',
);

/** Whom a message mentions: the id of a person or group in a chat, or a name from `people`. `name`: shown in the chat. */
const Called = z.union(
  [z.string().check(z.minLength(1, 'is empty')), strict({ id: z.string(), name: shownName })],
  "must be an id of the chat, a name of people, or { id: '...', name: '...' }",
);

export const Mentions = z.array(Called).check(z.minLength(1, 'is empty'));

/** Whom a route mentions, by severity. */
export const MentionsBySeverity = strict(
  Object.fromEntries(SEVERITIES.map((severity) => [severity, z.optional(Mentions)])) as Record<
    (typeof SEVERITIES)[number],
    z.ZodMiniOptional<typeof Mentions>
  >,
);

/** Whether everybody named can be mentioned in one of the route's chats. Reads raw input, like the cross-checks. */
export function checkMentions(named: unknown, path: Path, { to, destinations, people }: MentionPlaces) {
  const places = objectOf(destinations);
  const types = (typeof to === 'string' ? [to] : listOf(to)).map(
    (name) => objectOf(places[String(name)]).type,
  );
  const chats = CHATS.filter((chat) => types.includes(chat));
  // An unknown or missing destination is reported as a problem of its own.
  if (chats.length === 0 && types.includes(undefined)) return [];
  return listOf(named).flatMap((one, index): Finding[] => {
    const problem = problemOf(one, chats, objectOf(people));
    return problem === null ? [] : [{ path: [...path, index], ...problem }];
  });
}

export interface MentionPlaces {
  readonly to: unknown;
  readonly destinations: unknown;
  readonly people: unknown;
}

type Problem = Omit<Finding, 'path'> | null;

function problemOf(one: unknown, chats: readonly ChatName[], people: Record<string, unknown>): Problem {
  const id = typeof one === 'string' ? one : objectOf(one).id;
  if (typeof id !== 'string') return null;
  if (chats.length === 0) return { message: 'calls nobody: the route sends to no chat' };
  if (Object.hasOwn(people, id) && typeof one === 'string') {
    const known = objectOf(people[id]);
    return chats.some((chat) => known[chat] !== undefined)
      ? null
      : { message: `people.${id} has no id in ${labels(chats)}, where the route sends to` };
  }
  const owner = chats.find((chat) => sectionOf(chat).mentioned.id.test(id));
  if (owner === undefined) {
    const names = Object.keys(people);
    const elsewhere = CHATS.find((chat) => sectionOf(chat).mentioned.id.test(id));
    if (elsewhere)
      return {
        message: `is of ${sectionOf(elsewhere).label}, and the route sends to ${labels(chats)} only`,
      };
    if (/^[a-z0-9-]{1,32}$/.test(id) && names.length > 0) return unknownName('person', id, names);
    return { message: `must be ${chats.map((chat) => sectionOf(chat).mentioned.wanted).join('; or ')}` };
  }
  return sectionOf(owner).mentioned.needsName && typeof one === 'string'
    ? { message: `needs a name, which ${sectionOf(owner).label} shows: { id: '...', name: 'SOC on call' }` }
    : null;
}

const labels = (chats: readonly ChatName[]): string =>
  chats.map((chat) => sectionOf(chat).label).join(' and ');
