import { clean } from '../../../lib/chats/shared/clean-text.ts';
import type { Delivery } from '../../../lib/delivery/delivery.ts';
import type { CaseVerdict, TrailEntry } from '../../../lib/verdict/case-verdict.ts';
import type { Effect, Fact, ItemKey, Story } from '../wire.ts';
import {
  contentOf,
  createdAtMs,
  isOnItsWay,
  isToldElsewhere,
  momentOf,
  type Standing,
  stageOf,
  titleOf,
} from './item-rows.ts';

/** Every effect that the ledger knows of, in the order in which they happened. */
export function tellStory(key: ItemKey, rows: Standing): Story {
  const item = contentOf(rows);
  const created = createdAtMs(item);
  const effects: Effect[] = [
    ...(created === null ? [] : [effect(created, 'created', 'Created in the platform')]),
    ...rows.deliveries.flatMap(effectsOfDelivery),
    ...rows.awaited.map(stillOnItsWay),
    ...(rows.verdict ? effectsOfVerdict(rows.verdict) : []),
  ];
  return {
    ...key,
    title: titleOf(item, key),
    stage: stageOf(rows),
    facts: factsOf(key, item),
    // Without a time: not over yet, so at the end.
    effects: effects.sort((a, b) => (a.atMs ?? Number.MAX_VALUE) - (b.atMs ?? Number.MAX_VALUE)),
  };
}

const effect = (
  atMs: number | null,
  kind: Effect['kind'],
  text: string,
  detail: string | null = null,
): Effect => ({ atMs, kind, text: clean(text), detail: detail && clean(detail) });

const stillOnItsWay = (where: string): Effect =>
  effect(null, 'awaited', `Still on its way to ${where}`, 'The ledger keeps it until it can be shown.');

/** Of a threat that waited for long, a digest may tell, too. */
const TOLD_BY: Readonly<Record<Delivery['key']['feed'], string>> = {
  cases: 'a digest',
  threats: 'the message of its case, or by a digest',
  notices: 'a digest',
  digests: 'a digest',
};

const toldHow = ({ key, toldWith }: Delivery): string =>
  toldWith === undefined ? `by ${TOLD_BY[key.feed]}` : 'along with other threats, in one message';

function effectsOfDelivery(delivery: Delivery): Effect[] {
  const { key, handedOverAtMs, main, notes, begun, parked, thread } = delivery;
  const where = key.destination;
  const shown = thread ? `Shown in ${where}, in a thread` : `Shown in ${where}`;
  return [
    effect(handedOverAtMs, 'queued', `Handed over for ${where}`),
    ...(main ? [effect(momentOf(main.ref), 'shown', shown)] : []),
    ...Object.entries(notes).map(([note, ref]) =>
      effect(momentOf(ref), 'note', `Written into its thread in ${where}`, note),
    ),
    ...(begun
      ? [
          effect(
            begun.sinceMs,
            'doubt',
            `Being posted to ${where}`,
            'Where the chat can be asked, whether it arrived is looked up before anything is posted again.',
          ),
        ]
      : []),
    ...(isToldElsewhere(delivery) ? [effect(null, 'told', `Told in ${where} ${toldHow(delivery)}`)] : []),
    ...(isOnItsWay(delivery) && !begun ? [stillOnItsWay(where)] : []),
    ...(parked === null ? [] : [effect(null, 'parked', `Cannot be shown in ${where}`, parked)]),
  ];
}

const effectsOfVerdict = ({ trail, trimmed = 0 }: CaseVerdict): Effect[] => [
  ...(trimmed > 0
    ? [effect(trail[0]?.atMs ?? null, 'verdict', `${trimmed} earlier steps are in the audit trail`)]
    : []),
  ...trail.map((entry) => effect(entry.atMs, 'verdict', wordsOf(entry), detailOf(entry))),
];

const WORDS: Readonly<Record<TrailEntry['what'], (who: string, outcome: string) => string>> = {
  requested: (who, outcome) => `${who} decided: ${outcome}`,
  overridden: (who, outcome) => `${who} replaced the decision ${outcome}`,
  approved: (who, outcome) => `${who} approved ${outcome}`,
  declined: (who, outcome) => `${who} declined ${outcome}`,
  undone: (who, outcome) => `${who} took ${outcome} back`,
  posting: (_, outcome) => `${outcome} is being sent to the platform`,
  waiting: (_, outcome) => `${outcome} waits for the platform`,
  recorded: (_, outcome) => `The platform recorded ${outcome}`,
  failed: (_, outcome) => `The platform did not record ${outcome}`,
};

const wordsOf = ({ what, by, outcome }: TrailEntry): string => WORDS[what](by?.name ?? 'The bridge', outcome);

const detailOf = ({ place, comment, answer }: TrailEntry): string | null =>
  [place && `in ${place}`, comment && `“${comment}”`, answer].filter(Boolean).join(' · ') || null;

function factsOf({ domain, feed, id }: ItemKey, item: ReturnType<typeof contentOf>): Fact[] {
  const fact = (label: string, value: unknown) =>
    typeof value === 'string' && clean(value) !== '' ? [{ label, text: clean(value) }] : [];
  const events = item && 'events' in item && Array.isArray(item.events) ? String(item.events.length) : '';
  return [
    ...fact('Domain', domain),
    ...fact(feed === 'cases' ? 'Case' : 'Threat', id),
    ...fact('Person', item?.user_name),
    ...fact('Address', item?.user_email),
    ...fact('Type', item && 'threat_type' in item ? item.threat_type : item?.kind),
    ...fact('Brief', item && 'threat_brief' in item ? item.threat_brief : item?.summary),
    ...fact('Events', events),
  ];
}
