import type { Clock } from '../../base/clock.ts';
import type { Person } from '../../case/answer.ts';
import { addressOf } from '../../config/authority.ts';
import { chatDestinations } from '../../config/chats.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { compileRoutes } from '../../routing/compile-routes.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import type { AnswerLedger, AuditEntry } from '../../verdict/answer-ledger.ts';
import { addressesOf } from '../../verdict/which-person.ts';
import {
  type AnsweredProposal,
  createChangeMutes,
  type MuteEnd,
  type MuteResult,
  type WhySecond,
} from './change-mutes.ts';
import { hide } from './hidden-by-mutes.ts';
import type { Mute } from './mute.ts';
import type { MuteLedger, SavedMutes } from './mute-ledger.ts';
import { type PastCases, whySecond } from './mute-needs-approval.ts';
import { askedEntry, begunEntry, endedEntry } from './mute-trail.ts';
import type { ProposalAnswer } from './proposal.ts';

export interface MuteActionsParts {
  readonly config: BridgeConfig;
  readonly ledger: MuteLedger;
  readonly trail: Pick<AnswerLedger, 'copyTrail'>;
  /** Shows the operators how they were answered. May repeat. */
  readonly showAnswer: (domain: string, saved: SavedMutes) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What people do about mutes. Each change is in the audit trail of its day. */
export interface MuteActions extends Pick<MuteLedger, 'hiddenBy'> {
  /** `past`: null where the platform did not say. */
  begin(domain: string, mute: Mute, past: PastCases | null): Promise<MuteResult>;
  /** A second person approves. */
  approve(domain: string, id: string, by: Person): Promise<MuteResult>;
  /** Also declines what waits for a second person, or takes it back. */
  end(domain: string, id: string, by: Person): Promise<MuteEnd>;
  load(domain: string): Promise<SavedMutes>;
  /** Accepts or declines a proposal, and shows that on its notice. */
  answer(
    domain: string,
    id: string,
    answer: Pick<ProposalAnswer, 'choice' | 'by'>,
    past: PastCases | null,
  ): Promise<AnsweredProposal>;
  /** Whether it would hide an item from some chat. */
  wouldHide(mute: Mute, routed: RoutedItem): boolean;
  /** Why it would need a second person; null if one is enough. */
  needs(mute: Mute, mutes: readonly Mute[], past: PastCases | null): string | null;
}

export function createMuteActions(parts: MuteActionsParts): MuteActions {
  const { config, ledger, trail, showAnswer, clock } = parts;
  const { people } = config;
  const routes = compileRoutes(config);
  const names = config.routes.map(({ name }) => name);
  const changes = createChangeMutes({
    ...{ ledger, routes: names, people, clock },
    addressesOf: (person) => addressesOf(people, person),
  });
  const chats = chatDestinations(config);

  const needing =
    (past: PastCases | null): WhySecond =>
    (mute, mutes) =>
      whySecond(mute, {
        ...{ routes, conditions: config.routes, chats, mutes, past, nowMs: clock.now() },
        // The chat may know another address of theirs than the platform does, so only `people` makes a second person needless.
        address: addressOf(people, mute.by),
      });

  /** A repeat after a crash writes the same entries. */
  async function note(entry: AuditEntry | null): Promise<void> {
    if (entry) await trail.copyTrail([entry]);
  }
  async function noted<Result extends MuteResult>(domain: string, result: Result): Promise<Result> {
    if ('ok' in result) await note(begunEntry(domain, result.ok));
    if ('waits' in result) await note(askedEntry(domain, result.waits));
    return result;
  }
  const shown = async (domain: string): Promise<void> => showAnswer(domain, await ledger.load(domain));

  return {
    begin: async (domain, mute, past) => noted(domain, await changes.begin(domain, mute, needing(past))),
    async approve(domain, id, by) {
      const result = await noted(domain, await changes.approve(domain, id, by));
      if ('ok' in result) await shown(domain);
      return result;
    },
    async end(domain, id, by) {
      const result = await changes.end(domain, id, by);
      if ('problem' in result) return result;
      await note(endedEntry(domain, 'ok' in result ? result.ok : result.unapproved));
      if ('unapproved' in result) await shown(domain);
      return result;
    },
    load: ledger.load,
    async answer(domain, id, answer, past) {
      const result = await changes.answer(domain, id, answer, needing(past));
      if ('problem' in result) return result;
      if (result.became) await noted(domain, result.became);
      await shown(domain);
      return result;
    },
    hiddenBy: ledger.hiddenBy,
    wouldHide: (mute, routed) => hide([mute], routes, routed, { chats, nowMs: mute.atMs }) !== null,
    needs: (mute, mutes, past) => needing(past)(mute, mutes),
  };
}
