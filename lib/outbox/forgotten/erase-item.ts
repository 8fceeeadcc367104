import { caseSkeleton, FORGOTTEN } from '../../case/case-skeleton.ts';
import type { Case, CaseEvent } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import type { ForgottenPeople, ForgottenSince } from './forgotten-people.ts';

/**
 * A case as it may be told. A case about a forgotten person keeps only what routing and severity need. It is not dropped, or
 * forgetting could hide cases. In a case about others, the name is taken out.
 */
export function eraseCase(item: Case, people: ForgottenPeople): Case {
  const since = people.since(readMoment(item.created_at) ?? 0);
  if (!since) return item;
  if (!isAbout(item, since)) return withoutThem(item, since);
  const { threat_type, events } = item;
  return {
    ...caseSkeleton(item),
    ...(threat_type !== undefined && { threat_type }),
    events: (events ?? []).map((event) => withoutThem(bareEvent(event), since)),
  };
}

export function eraseThreat(item: Threat, people: ForgottenPeople): Threat {
  const since = people.since(readMoment(item.created_at) ?? 0);
  if (!since) return item;
  if (!isAbout(item, since)) return withoutThem(item, since);
  const { event_id, kind, category, subcategory, source, created_at } = item;
  const bare = { event_id, kind, category, subcategory, source, created_at };
  return { ...withoutThem(defined(bare), since), user_name: FORGOTTEN } as Threat;
}

/** What the platform says, without those who were forgotten: nothing says when it was written. `spared`: names that stay. */
export function eraseOthers<About>(
  about: About,
  people: ForgottenPeople,
  spared: readonly string[] = [],
): About {
  const since = people.since(0, spared);
  return since ? withoutThem(about, since) : about;
}

const isAbout = (
  { user_email, user_name }: Pick<Case, 'user_email' | 'user_name'>,
  { isTheirs }: ForgottenSince,
): boolean => [user_email, user_name].some((text) => typeof text === 'string' && isTheirs(text));

function bareEvent(event: CaseEvent): CaseEvent {
  const { kind, event_id, severity, category, subcategory, signal_type, source } = event;
  const { flagged, safe, created_at } = event;
  const kept = { kind, event_id, severity, category, subcategory, signal_type, source };
  return defined({ ...kept, flagged, safe, created_at }) as CaseEvent;
}

const defined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

/** Every text in a value without them, the names of fields too. Ids and times hold no names. */
function withoutThem<Value>(value: Value, since: ForgottenSince): Value {
  const strip = (inside: unknown): unknown => {
    if (typeof inside === 'string') return since.without(inside);
    if (Array.isArray(inside)) return inside.map(strip);
    if (inside === null || typeof inside !== 'object') return inside;
    return Object.fromEntries(
      Object.entries(inside).map(([name, one]) => [
        KEPT.has(name) ? name : since.without(name),
        KEPT.has(name) ? one : strip(one),
      ]),
    );
  };
  return strip(value) as Value;
}
const KEPT: ReadonlySet<string> = new Set([
  ...['case_id', 'event_id', 'tuid', 'nuid'],
  ...['created_at', 'updated_at', 'closed_at', 'generated_at'],
]);
