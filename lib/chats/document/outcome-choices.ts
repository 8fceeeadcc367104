import type { SealOf } from '../../base/seal.ts';
import type { Person } from '../../case/answer.ts';
import { OUTCOME_WORDS } from '../../case/outcome-words.ts';
import { nameOfPerson } from '../../config/authority.ts';
import type { Tell } from '../../config/changes.ts';
import { CHATS, isChat } from '../../config/chats.ts';
import type { BridgeConfig, VerdictsConfig } from '../../config/define-bridge.ts';
import type { HuntingPlace } from '../../config/hunting-place.ts';
import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict-schema.ts';
import { isSystem } from '../../verdict/system-person.ts';
import { itemLink, type LinkOf } from './item-link.ts';

/** What can be pressed for an outcome, by the rules of the configuration. */
export interface OutcomeChoice {
  readonly outcome: Outcome;
  /** As an analyst says it: `True positive`. */
  readonly label: string;
  /** What it says of the case, and does to it: `Confirmed threat, acted on`. */
  readonly effect: string;
  readonly comment: 'required' | 'optional';
  readonly confirm: boolean;
  readonly approval: boolean;
}

export type OutcomeRules = Pick<VerdictsConfig, 'outcomes'>;

/** What a renderer takes from the configuration. */
export interface RenderRules extends OutcomeRules {
  /** The information-protection table of a domain, where one is configured. */
  readonly huntingTableOf?: (domain: string) => string | undefined;
  /** Where the hunting queries of a domain are opened. */
  readonly huntingPlaceOf?: (domain: string) => HuntingPlace | undefined;
  /** Where an item is opened in the platform. */
  readonly linkOf?: LinkOf;
  /** What to do about a case that these routes send: the first of them that says so. */
  readonly runbookOf?: (routes: readonly string[]) => string | null;
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
  routes = [],
}: Pick<BridgeConfig, 'verdicts' | 'domains' | 'people' | 'destinations'> &
  Partial<Pick<BridgeConfig, 'changes' | 'routes'>>): RenderRules => ({
  ...(verdicts ?? outcomesWithoutRules),
  tell: changes?.tell,
  huntingTableOf: (domain) => domains[domain]?.huntingTable,
  huntingPlaceOf: (domain) => domains[domain]?.hunting,
  linkOf: (kind, domain, id) => itemLink(domains[domain]?.consoleUrl, kind, id),
  runbookOf: (sent) => routes.find(({ name, runbook }) => runbook && sent.includes(name))?.runbook ?? null,
  approvableIn(by) {
    if (isSystem(by))
      return CHATS.filter((chat) => Object.values(destinations).some(({ type }) => type === chat));
    const name = nameOfPerson(people, by);
    const others = Object.entries(people).filter(([other]) => other !== name);
    const chats = name === null ? [] : others.flatMap(([, ids]) => Object.keys(ids).filter(isChat));
    return [...new Set(chats)].filter((chat) => chat !== by.surface).toSorted();
  },
});

/** The rules of a bridge that takes no decisions. */
export const outcomesWithoutRules: OutcomeRules = {
  outcomes: Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, { comment: 'optional', confirm: false, approval: false }]),
  ) as OutcomeRules['outcomes'],
};

/** What can be pressed, in the order in which it is offered. */
export const outcomeChoices = ({ outcomes }: OutcomeRules): readonly OutcomeChoice[] =>
  (Object.keys(OUTCOME_WORDS) as Outcome[]).map((outcome) => {
    const { comment, confirm, approval } = outcomes[outcome];
    const { press: label, effect } = OUTCOME_WORDS[outcome];
    return { outcome, label, effect, comment, confirm, approval };
  });
