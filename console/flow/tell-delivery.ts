import { isCallNote, isDecisionNote, isPersonaNote } from '../../lib/case/note-keys.ts';
import { type Delivery, MAIN } from '../../lib/outbox/delivery.ts';
import type { Effect } from '../wire.ts';
import { effect } from './effect.ts';
import { isCoveredElsewhere, isOnItsWay, momentOf } from './item-rows.ts';

/** What happened to an item at one destination. */
export function effectsOfDelivery(delivery: Delivery): Effect[] {
  const { key, handedOverAtMs, main, notes, begun, parked, thread, called = [] } = delivery;
  const where = key.destination;
  const shown = thread ? `Shown in ${where}, in a thread` : `Shown in ${where}`;
  const calling = (message: string) => (called.includes(message) ? CALLS : null);
  return [
    effect(handedOverAtMs, 'queued', `Handed over for ${where}`),
    ...(main ? [effect(momentOf(main.ref), 'shown', shown, calling(MAIN))] : []),
    ...Object.entries(notes).map(([note, ref]) =>
      effect(momentOf(ref), 'note', `Its thread in ${where} tells ${toldIn(note)}`, calling(note)),
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
    ...(isCoveredElsewhere(delivery) ? [effect(null, 'told', `Told in ${where} ${toldHow(delivery)}`)] : []),
    ...(isOnItsWay(delivery) && !begun ? [stillOnItsWay(where)] : []),
    ...(parked === null ? [] : [effect(null, 'parked', `Cannot be shown in ${where}`, parked)]),
  ];
}

export const stillOnItsWay = (where: string): Effect =>
  effect(null, 'awaited', `Still on its way to ${where}`, 'The ledger keeps it until it can be shown.');

const CALLS = 'It calls the people whom the route names.';

/** A threat that waited for long may also be covered by a digest. */
const TOLD_BY: Readonly<Record<Delivery['key']['feed'], string>> = {
  cases: 'a digest',
  threats: 'the message of its case, or by a digest',
  notices: 'a digest',
  digests: 'a digest',
};

const toldHow = ({ key, groupId }: Delivery): string =>
  groupId === undefined ? `by ${TOLD_BY[key.feed]}` : 'along with other threats, in one message';

/** What a note is about, by its name in the ledger. */
function toldIn(note: string): string {
  if (isCallNote(note)) return 'that nobody acknowledged it';
  if (isDecisionNote(note)) return 'how the decision went';
  if (note.startsWith('events:')) return 'of new events';
  if (note.startsWith('earlier:')) return 'of threats that came before the case';
  if (isPersonaNote(note)) return 'who it is about';
  return note.startsWith('evidence') ? 'more evidence' : 'more about it';
}
