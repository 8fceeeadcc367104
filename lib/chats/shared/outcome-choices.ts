import type { Person } from '../../case/answer.ts';
import { nameOfPerson } from '../../config/authority.ts';
import type { Tell } from '../../config/changes.ts';
import { CHATS } from '../../config/chats.ts';
import type { BridgeConfig, VerdictsConfig } from '../../config/define-bridge.ts';
import type { HuntingPlace } from '../../config/hunting-place.ts';
import type { SealOf } from '../../platform/seal.ts';
import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict.ts';
import { isSystem } from '../../verdict/system-person.ts';
import type { OutcomeChoice } from './case-story.ts';
import { itemLink, type LinkOf } from './item-link.ts';

/**
 * To press, the most used first; how it is told afterwards; and what it says and does, as the contract has it. Menus of Slack
 * take 75 characters, the notes of the rules included.
 */
const WORDS: Readonly<Record<Outcome, { press: string; decided: string; effect: string }>> = {
  TRUE_POSITIVE: {
    press: 'True positive',
    decided: 'true positive',
    effect: 'A real threat, acted on',
  },
  FALSE_POSITIVE: {
    press: 'False positive',
    decided: 'false positive',
    effect: 'Wrongly classified: marks the case safe',
  },
  ESCALATED: { press: 'Escalate', decided: 'escalated', effect: 'Passes it on to investigation or the SOC' },
  SAFE: { press: 'Safe', decided: 'safe', effect: 'No threat: marks the case safe' },
  DUPLICATE: { press: 'Duplicate', decided: 'duplicate', effect: 'Already handled in another case' },
};

export type OutcomeRules = Pick<VerdictsConfig, 'outcomes'>;

/** What a renderer takes from the configuration. */
export interface RenderRules extends OutcomeRules {
  /** The information-protection table of a domain, where one is configured. */
  readonly huntingTableOf?: (domain: string) => string | undefined;
  /** Where the hunting queries of a domain are opened. */
  readonly huntingPlaceOf?: (domain: string) => HuntingPlace | undefined;
  /** Where an item is opened in the platform. */
  readonly linkOf?: LinkOf;
  /** Proves that the bridge wrote what a button carries. */
  readonly sealOf?: SealOf | undefined;
  /** The other chats in which `people` knows somebody who is not this person; of a system, every chat. */
  readonly approvableIn?: (by: Person) => readonly string[];
  /** Which changes of its status the thread of a case tells. */
  readonly tell?: Tell | undefined;
}

export const renderRules = ({
  verdicts,
  domains,
  people,
  destinations,
  changes,
}: Pick<BridgeConfig, 'verdicts' | 'domains' | 'people' | 'destinations'> &
  Partial<Pick<BridgeConfig, 'changes'>>): RenderRules => ({
  ...(verdicts ?? outcomesWithoutRules),
  tell: changes?.tell,
  huntingTableOf: (domain) => domains[domain]?.huntingTable,
  huntingPlaceOf: (domain) => domains[domain]?.hunting,
  linkOf: (kind, domain, id) => itemLink(domains[domain]?.consoleUrl, kind, id),
  approvableIn(by) {
    if (isSystem(by))
      return CHATS.filter((chat) => Object.values(destinations).some(({ type }) => type === chat));
    const name = nameOfPerson(people, by);
    const others = Object.entries(people).filter(([other]) => other !== name);
    const chats = name === null ? [] : others.flatMap(([, ids]) => Object.keys(ids));
    return [...new Set(chats)].filter((chat) => chat !== by.surface).toSorted();
  },
});

/** Where nobody may decide, nothing is asked for either. */
export const outcomesWithoutRules: OutcomeRules = {
  outcomes: Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, { comment: 'optional', confirm: false, approval: false }]),
  ) as OutcomeRules['outcomes'],
};

/** What stands on its button. */
export const pressWord = (outcome: Outcome): string => WORDS[outcome].press;
export const decidedWord = (outcome: Outcome): string => WORDS[outcome].decided;

/** What can be pressed, in the order in which it is offered. */
export const outcomeChoices = ({ outcomes }: OutcomeRules): readonly OutcomeChoice[] =>
  (Object.keys(WORDS) as Outcome[]).map((outcome) => {
    const { comment, confirm, approval } = outcomes[outcome];
    const { press: label, effect } = WORDS[outcome];
    return { outcome, label, effect, comment, confirm, approval };
  });
