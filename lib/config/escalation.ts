import * as z from 'zod/mini';
import { SEVERITIES } from '../posture/severity.ts';
import { CHATS, isChat } from './chats.ts';
import { checkMentions, type MentionPlaces, Mentions } from './mention-schema.ts';
import { isEverybody } from './mentions.ts';
import { duration, readDuration } from './schema/duration.ts';
import { entriesOf, type Finding, listOf, objectOf, type Path } from './schema/read-unknown.ts';
import { oneOrMany, strict } from './schema/strict.ts';

/** The reconciler looks once a minute. */
const after = duration({ atLeast: '1m', atMost: '30d' });

/** How long a case of each severity waits. This step does not apply to severities that are not named. */
const AfterBySeverity = strict(
  Object.fromEntries(SEVERITIES.map((severity) => [severity, z.optional(after)])) as Record<
    (typeof SEVERITIES)[number],
    z.ZodMiniOptional<typeof after>
  >,
).check(
  z.refine(
    (times) => Object.values(times).some((one) => one !== undefined),
    "is empty: say how long, by severity: { critical: '10m' }",
  ),
);

/** One escalation step: it mentions people, sends the case to another channel, or both. */
const Step = strict({
  after: AfterBySeverity,
  mention: z.optional(Mentions),
  to: z.optional(oneOrMany(z.string())),
}).check(
  z.refine(
    ({ mention, to }) => mention !== undefined || to !== undefined,
    'does nothing: name whom to call (mention), where else it goes (to), or both',
  ),
);

/** How a route escalates cases that nobody answers. */
export const Escalation = z.optional(
  z.array(Step).check(z.minLength(1, 'is empty'), z.maxLength(5, 'has more than 5 steps')),
);

type RouteParts = Omit<MentionPlaces, 'to'> & { readonly verdicts: unknown };

/** Whether the steps of a route fit the rest of the configuration. Reads raw input, like the cross-checks. */
export function checkEscalation(route: unknown, path: Path, parts: RouteParts): Finding[] {
  const { escalation, to, name } = objectOf(route);
  if (escalation === undefined) return [];
  const places = objectOf(parts.destinations);
  const typeOf = (name: unknown) => objectOf(places[String(name)]).type;
  const own = namesIn(to);
  const found: Finding[] = [];
  if (name === undefined)
    found.push({ path, message: 'needs a name of the route: cases wait by it, and its number may change' });
  if (parts.verdicts === undefined)
    found.push({ path, message: 'needs verdicts: where nobody may decide, nobody can answer' });
  if (own.length > 0 && !own.some((name) => typeOf(name) === undefined || isChat(String(typeOf(name)))))
    found.push({ path, message: 'the route sends to no chat, where somebody could answer' });
  const times = new Map<string, number>();
  for (const [index, step] of listOf(escalation).entries()) {
    const { after, mention, to: others } = objectOf(step);
    const also = namesIn(others);
    found.push(
      ...notLater(after, times, [...path, index, 'after']),
      ...also.flatMap((name, at) => wrongPlace(objectOf(places[name]), [...path, index, 'to', at])),
      ...checkMentions(mention, [...path, index, 'mention'], { ...parts, to: [...own, ...also] }),
      ...unheard(mention, also, [...path, index, 'mention']),
    );
  }
  return found;
}

const namesIn = (to: unknown): readonly string[] =>
  (typeof to === 'string' ? [to] : listOf(to)).filter((name) => typeof name === 'string');

/** Steps are taken in their order. */
function notLater(after: unknown, times: Map<string, number>, path: Path): Finding[] {
  return entriesOf(after).flatMap(([severity, written]): Finding[] => {
    const ms = readDuration(written);
    if (ms === null) return [];
    const before = times.get(severity);
    times.set(severity, Math.max(ms, before ?? 0));
    return before !== undefined && ms <= before
      ? [{ path: [...path, severity], message: 'must be longer than that of the step before' }]
      : [];
  });
}

const wrongPlace = ({ type, workflowUrl }: Readonly<Record<string, unknown>>, path: Path): Finding[] =>
  type === undefined || (isChat(String(type)) && workflowUrl === undefined)
    ? []
    : [{ path, message: 'must be a channel of a chat, and no Workflow: only there somebody can answer' }];

/** A chat does not notify whole channels from a thread, and a case is escalated in its thread. */
const unheard = (mention: unknown, also: readonly string[], path: Path): Finding[] =>
  also.length > 0
    ? []
    : listOf(mention).flatMap((one, index): Finding[] =>
        CHATS.some((chat) => isEverybody(chat, String(one)))
          ? [
              {
                path: [...path, index],
                message: 'calls nobody from a thread: name a group or a person, or another channel in to',
              },
            ]
          : [],
      );
