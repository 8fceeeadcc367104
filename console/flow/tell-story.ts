import { clean } from '../../lib/base/text/clean-text.ts';
import { rankEvidence } from '../../lib/case/evidence.ts';
import type { Effect, Fact, ItemKey, Story, StoryEvent } from '../wire.ts';
import { effect } from './effect.ts';
import {
  contentOf,
  createdAtMs,
  type Standing,
  stageOf,
  titleOf,
  type WithheldAt,
  withheldWords,
} from './item-rows.ts';
import { effectsOfAnswer, effectsOfWaiting } from './tell-answers.ts';
import { effectsOfDelivery, stillOnItsWay } from './tell-delivery.ts';
import { effectsOfEvent } from './tell-events.ts';

/** Every event that the ledger knows about, in order. */
export function tellStory(key: ItemKey, rows: Standing): Story {
  const { deliveries, awaited, answer, told, withheld = [] } = rows;
  const item = contentOf(rows);
  const created = createdAtMs(item);
  const effects: Effect[] = [
    ...(created === null ? [] : [effect(created, 'created', 'Created in the platform')]),
    ...deliveries.flatMap(effectsOfDelivery),
    ...awaited.map(stillOnItsWay),
    ...withheld.map(effectOfWithheld),
    ...told.flatMap(effectsOfEvent),
    ...(answer ? effectsOfWaiting(answer) : []),
    ...(answer ? effectsOfAnswer(answer) : []),
  ];
  return {
    ...key,
    title: titleOf(item, key),
    stage: stageOf(rows),
    facts: factsOf(key, item),
    events: eventsOf(item),
    // Without a time it is not over yet, so it comes last.
    effects: effects.sort((a, b) => (a.atMs ?? Number.MAX_VALUE) - (b.atMs ?? Number.MAX_VALUE)),
  };
}

/** Text from outside is made harmless here. */
const eventsOf = (item: ReturnType<typeof contentOf>): readonly StoryEvent[] =>
  item && 'events' in item && Array.isArray(item.events)
    ? rankEvidence(item.events).map(({ eventId, title, severity, source, atMs }) => ({
        ...{ id: clean(eventId), title: clean(title), severity, atMs },
        source: source && clean(source),
      }))
    : [];

const WITHHELD_BY = { mute: 'A mute hides it there.', dedupe: 'Another case there stands for it.' } as const;

const effectOfWithheld = (one: WithheldAt): Effect =>
  effect(null, 'withheld', `Not shown: ${withheldWords(one)}`, WITHHELD_BY[one.by]);

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
