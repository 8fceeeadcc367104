import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { type Answer, type CaseVerdict, isUndecided, verdictIn } from '../case/answer.ts';
import { lastChange } from '../case/case-record.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { Surfaces } from '../verdict/verdict-handler.ts';
import type { Reply } from '../verdict/verdict-message.ts';
import { type AskParts, createAsk } from './ask-notifiers.ts';
import type { MessageRef } from './chat-port.ts';
import { type Delivery, isNothingShown, newDelivery } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import type { DrainParts } from './drain-destination.ts';
import { answerPriority, BRIEF_MS } from './priority.ts';
import type { Replies } from './replies-port.ts';

export interface AnswerDisplayParts extends AskParts {
  /** How a click in a chat is answered; undefined for a chat that the bridge does not know any more. */
  readonly repliesOf: (chat: string) => Replies | undefined;
  /** The case from the API; null when it is not to be found. */
  readonly findCase: (verdict: CaseVerdict) => Promise<Case | null>;
  /** Where the routes send a case. */
  readonly routesOf: (domain: string, item: Case) => readonly string[];
  readonly caseOf?: DrainParts<never>['caseOf'];
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Shows a decision everywhere: at once in the message that was clicked, and through the notifier in each channel that has the
 * case. Only the notifiers have to succeed; an error in the clicked message is logged.
 */
export function createAnswerDisplay(parts: AnswerDisplayParts): Surfaces {
  const { ledger, repliesOf, clock, log } = parts;
  const ask = createAsk(parts);

  const clickedMessage = (reply: Reply): MessageRef | null =>
    repliesOf(reply.surface)?.clickedMessage(reply) ?? null;

  function isAt({ main }: Delivery, reply: Reply): boolean {
    const ref = clickedMessage(reply);
    return ref !== null && Object.entries(ref).every(([name, value]) => main?.ref[name] === value);
  }

  /** Shows the answer in the clicked message, if the ledger knows that message or can be repaired. */
  async function showWhereClicked(
    answer: Answer,
    reply: Reply,
    places: readonly SavedDelivery[],
  ): Promise<{ place: SavedDelivery; isShown: boolean } | null> {
    const { domain, caseId } = answer;
    const failed = (error: unknown) => {
      log('not shown at once', { domain, caseId, error: String(error) });
      return null;
    };
    const known = places.find(({ value }) => isAt(value, reply));
    const verdict = isUndecided(answer) ? null : verdictIn(answer);
    const place = known ?? (verdict && (await repair(verdict, reply, places).catch(failed)));
    if (!place) return null;
    const record = await parts.caseOf?.(domain, caseId);
    const shown = await repliesOf(reply.surface)
      ?.showAtOnce(reply, { ...place.value, record }, answer)
      .catch(failed);
    return { place, isShown: shown === true };
  }

  /** Whether the bridge itself will move the decision on in a moment, and show that everywhere. */
  const isBrief = ({ decision }: Answer): boolean =>
    decision?.state.is === 'undoable' && decision.state.untilMs - clock.now() <= BRIEF_MS;

  /** Puts a message on the list of its notifier. Returns how often it was asked for by then. */
  async function showNext(place: SavedDelivery, { clicked }: { clicked: boolean }): Promise<number> {
    const { main, begun, asked = 0 } = place.value;
    // Another message covers it.
    if (!main && place.todo === undefined) return asked;
    // A message that is not posted yet keeps its priority. But a notifier may be posting it with the earlier answer.
    const how = { at: answerPriority(clock.now()), sooner: main !== null || begun !== null };
    return (await ask.list(place, how, { clicked: clicked && main !== null })) ?? asked;
  }

  /** The ledger forgot the case of a message. It learns of it again, so that the buttons work. */
  async function repair(
    verdict: CaseVerdict,
    reply: Reply,
    places: readonly SavedDelivery[],
  ): Promise<SavedDelivery | null> {
    const { domain, caseId, decision } = verdict;
    const ref = clickedMessage(reply);
    if (!ref) return null;
    // What was erased on request at another place must not come back through this one.
    const known = places.some(
      ({ value }) => value.key.destination === decision.place || value.forgotten === 'item',
    );
    const item = known ? null : await parts.findCase(verdict);
    if (!item) return null;
    if (!parts.routesOf(domain, item).includes(decision.place)) {
      // A click is no reason to show a case to people whom it was not sent to.
      log('not repaired', {
        domain,
        caseId,
        destination: decision.place,
        because: 'no route sends it there',
      });
      return null;
    }
    const key = { domain, feed: 'cases', id: caseId, destination: decision.place } as const;
    const record = await parts.caseOf?.(domain, caseId);
    const delivery: Delivery = {
      ...newDelivery(key, { kind: 'case', item, trimmed: [] }, clock.now()),
      knewChange: (record && lastChange(record)?.n) ?? 0,
    };
    const priority = { at: answerPriority(clock.now()) };
    if ((await ledger.keep(delivery, { priority, only: 'new', stands: ref }, clock.now())) === null)
      return null;
    log('repaired', { domain, caseId, destination: decision.place });
    return ledger.load(key);
  }

  return {
    async changed(answer, reply, under) {
      const { domain, caseId, version } = answer;
      const found = await ask.placesOf(domain, caseId);
      const places = under ? await Promise.all(found.map((one) => takeOut(one, answer, under))) : found;
      const clicked = reply && (await showWhereClicked(answer, reply, places));
      const known = clicked && !places.includes(clicked.place) ? [...places, clicked.place] : places;
      // The clicked message shows it already, and it is on the list: the next change wakes the notifier for both.
      const isQuiet = clicked?.isShown === true && isBrief(answer);
      await showAt(known, clicked && { ...clicked, isQuiet }, version);
    },
    async tell(reply, refused) {
      const replies = repliesOf(reply.surface);
      await replies?.tell(reply, refused);
      // The analyst saw an old message, or a chat that foresees decisions already shows the click as taken.
      const isOld = refused.because !== 'comment-required' && refused.because !== 'denied';
      if (isOld || replies?.foreseesDecisions) await showAnew(refused, reply);
    },
  };

  /**
   * A case that only a digest showed gets a message of its own under the digest once it was decided there. That message has
   * the buttons to undo or approve the decision.
   */
  async function takeOut(known: SavedDelivery, { decision }: Answer, reply: Reply): Promise<SavedDelivery> {
    const { key, coveredElsewhere, parked } = known.value;
    const under = repliesOf(reply.surface)?.threadOf?.(reply) ?? clickedMessage(reply);
    if (!coveredElsewhere || !isNothingShown(known.value) || parked !== null || !under) return known;
    if (key.destination !== decision?.place) return known;
    await ledger.ask(key, { at: answerPriority(clock.now()) }, clock.now(), { under });
    return (await ledger.load(key)) ?? known;
  }

  /** Puts each place on its list and wakes the notifier; except where it was clicked, if that can wait for the next wake-up. */
  async function showAt(
    places: readonly SavedDelivery[],
    clicked: { place: SavedDelivery; isQuiet: boolean } | null,
    version: number,
  ): Promise<void> {
    for (const one of places) {
      const { key } = one.value;
      const isClicked = key.destination === clicked?.place.value.key.destination;
      const written = await showNext(one, { clicked: isClicked });
      if (!isClicked || !clicked.isQuiet) await ask.wakeFor(key, `${version}.${written}`);
    }
  }

  async function showAnew(
    { domain, caseId }: { domain: string; caseId: string },
    reply: Reply,
  ): Promise<void> {
    const clicked = (await ask.placesOf(domain, caseId)).find(({ value }) => isAt(value, reply));
    if (clicked) await ask.wakeFor(clicked.value.key, `anew.${await showNext(clicked, { clicked: true })}`);
  }
}
