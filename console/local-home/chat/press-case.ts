import { AT_HAND, WITH_COMMENT } from '../../../lib/chats/document/case-buttons.ts';
import { claimVerb, decisionVerb, FORM_VERB, outcomeVerb } from '../../../lib/chats/document/press.ts';
import { OUTCOMES, type Outcome } from '../../../lib/posture/schemas/verdict-schema.ts';
import type { Slack } from '../../../local/slack/server.ts';
import { NotPossible } from '../../../local/stand-in-kit/not-possible.ts';
import type { KnownPerson } from '../../chat/chats.ts';
import type { LedgerReader } from '../../ledger-reader.ts';
import type { Surroundings } from '../../surroundings.ts';
import type { CasePress, OutcomeChoice } from '../../wire.ts';
import type { StandIns } from '../stand-ins.ts';
import { acted, type Saw } from './acted.ts';

type Wanted = Omit<CasePress, 'person'>;
type Pressed = Omit<Wanted, 'domain' | 'id'>;
type Ref = Readonly<Record<string, string>>;
type Way = { readonly chat: string; readonly press: () => Promise<Saw> };

export interface PressParts {
  readonly standIns: StandIns;
  readonly ledger: Pick<LedgerReader, 'deliveries' | 'answers'>;
  readonly outcomes: readonly OutcomeChoice[];
}

const NO_MESSAGE = 'No chat shows this case to you yet, so there is nothing to press.';
const NO_FORM = 'Slack did not open the form. Press again.';

/**
 * Presses the button in the message of the case, in a chat of the person: the stand-in sends it on like the real chat,
 * signed, to the action function. The list of cases has no way of its own to decide.
 */
export function createPressCase({ standIns, ledger, outcomes }: PressParts): Surroundings['pressCase'] {
  const { slack, teams } = standIns;

  /** Each chat that shows the case, with a press as this person; the chat of the decision first. */
  async function waysFor(person: KnownPerson, { domain, id, ...wanted }: Wanted) {
    const [shown, answer] = await Promise.all([
      ledger.deliveries.places({ domain, feed: 'cases', id }),
      ledger.answers.load(domain, id),
    ]);
    const refs = shown.flatMap(({ value: { main } }) => (main ? [main.ref] : []));
    const { slackId, teamsId } = person;
    const ways = refs.flatMap((ref): Way[] => {
      if ('ts' in ref && slack && slackId)
        return [{ chat: 'slack', press: () => inSlack(ref, slackId, wanted) }];
      if ('activity' in ref && teams && teamsId)
        return [{ chat: 'teams', press: () => inTeams(ref, teamsId, wanted) }];
      return [];
    });
    const first = answer?.decision?.by.surface;
    return ways.toSorted((a, b) => Number(b.chat === first) - Number(a.chat === first));
  }

  async function inSlack({ channel = '', ts = '' }: Ref, userId: string, wanted: Pressed): Promise<Saw> {
    if (!slack) throw new NotPossible(NO_MESSAGE);
    const at = { userId, channel, ts, mayBeOld: true, confirm: true };
    const { outcome, comment = '' } = wanted;
    if (wanted.press !== 'decide') return slack.click({ ...at, actionId: verbOf(wanted) });
    const place = outcomes.findIndex((one) => one.outcome === outcome);
    if (place < AT_HAND && comment === '' && outcomes[place]?.comment === 'optional')
      return slack.click({ ...at, actionId: verbOf(wanted) });
    // The rest is in a form, which opens from the menu of the message.
    const menu = menuIn(slack, channel, ts);
    const opened = await slack.click({ ...at, actionId: menu.actionId, optionValue: menu.option });
    const form = slack.viewOf(userId);
    if (!form) return opened.seen.length > 0 ? opened : Promise.reject(new NotPossible(NO_FORM));
    return slack.submit({
      userId,
      viewId: form.id,
      values: { outcome: outcome ?? null, comment: comment || null },
    });
  }

  async function inTeams(
    { conversation = '', activity = '' }: Ref,
    userId: string,
    wanted: Pressed,
  ): Promise<Saw> {
    if (!teams) throw new NotPossible(NO_MESSAGE);
    const at = { userId, channel: conversation.split(';')[0] ?? '', id: activity, mayBeOld: true };
    if (wanted.press !== 'decide') return teams.click({ ...at, verb: verbOf(wanted) });
    const { outcome = '', comment = '' } = wanted;
    return teams.click({ ...at, verb: FORM_VERB, inputs: { outcome, ...(comment && { comment }) } });
  }

  return (person, wanted) =>
    acted(async () => {
      const [way] = await waysFor(person, wanted);
      if (!way) throw new NotPossible(NO_MESSAGE);
      return way.press();
    });
}

const isOutcome = (text: string | undefined): text is Outcome => OUTCOMES.some((one) => one === text);

function verbOf({ press, outcome }: Pick<Wanted, 'press' | 'outcome'>): string {
  if (press === 'claim' || press === 'take-over' || press === 'hand-back') return claimVerb(press);
  if (press !== 'decide') return decisionVerb(press);
  if (!isOutcome(outcome)) throw new NotPossible('There is no such outcome.');
  return outcomeVerb(outcome);
}

interface MenuElement {
  readonly type?: string;
  readonly action_id?: string;
  readonly options?: readonly { readonly value: string; readonly text: { readonly text: string } }[];
}

/** The menu of a message, and its entry for the form. */
function menuIn(slack: Slack, channel: string, ts: string) {
  const blocks = (slack.message(channel, ts)?.blocks ?? []) as readonly {
    elements?: readonly MenuElement[];
  }[];
  for (const { action_id: actionId, options = [] } of blocks.flatMap(({ elements = [] }) => elements)) {
    const option = options.find(({ text }) => text.text === WITH_COMMENT);
    if (actionId && option) return { actionId, option: option.value };
  }
  throw new NotPossible('The message of this case does not offer to decide it now.');
}
