import type { Clock } from '../../base/clock.ts';
import type { Person } from '../../case/answer.ts';
import { chatDestinations } from '../../config/chats.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { formatDuration } from '../../config/schema/duration.ts';
import { compileRoutes } from '../../routing/compile-routes.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import type { AnswerLedger, AuditEntry } from '../../verdict/answer-ledger.ts';
import { type AnsweredProposal, createChangeMutes, type MuteResult } from './change-mutes.ts';
import { hide } from './hide.ts';
import type { Mute } from './mute.ts';
import type { MuteLedger } from './mute-ledger.ts';
import { mutedWhat } from './muted-words.ts';
import type { ProposalAnswer, Proposals } from './proposal.ts';

export interface MuteActionsParts {
  readonly config: BridgeConfig;
  readonly ledger: MuteLedger;
  readonly trail: Pick<AnswerLedger, 'copyTrail'>;
  /** Shows the operators how a proposal was answered. May repeat. */
  readonly showAnswer: (domain: string, proposals: Proposals) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What people do about mutes. Each change is in the audit trail of its day. */
export interface MuteActions extends Pick<MuteLedger, 'hiddenBy'> {
  begin(domain: string, mute: Mute): Promise<MuteResult>;
  end(domain: string, id: string, by: Person): Promise<MuteResult>;
  list(domain: string): Promise<readonly Mute[]>;
  /** What was proposed lately. */
  proposals(domain: string): Promise<Proposals>;
  /** Accepts or declines a proposal, and shows that on its notice. */
  answer(
    domain: string,
    id: string,
    answer: Pick<ProposalAnswer, 'choice' | 'by'>,
  ): Promise<AnsweredProposal>;
  /** Whether it would hide an item from some chat. */
  wouldHide(mute: Mute, routed: RoutedItem): boolean;
}

export function createMuteActions({
  config,
  ledger,
  trail,
  showAnswer,
  clock,
}: MuteActionsParts): MuteActions {
  const routes = compileRoutes(config);
  const names = config.routes.map(({ name }) => name);
  const changes = createChangeMutes({ ledger, routes: names, clock });
  const chats = chatDestinations(config);

  /** A repeat after a crash writes the same entry. */
  async function noted(domain: string, result: MuteResult, what: 'muted' | 'unmuted'): Promise<MuteResult> {
    if ('ok' in result) await trail.copyTrail([auditOfMute(domain, result.ok, what)]);
    return result;
  }

  return {
    begin: async (domain, mute) => noted(domain, await changes.begin(domain, mute), 'muted'),
    async end(domain, id, by) {
      const result = await changes.end(domain, id, by);
      // Nobody ended a mute that had run out.
      return 'ok' in result && !result.ok.ended ? result : noted(domain, result, 'unmuted');
    },
    list: async (domain) => (await ledger.load(domain)).mutes,
    proposals: async (domain) => (await ledger.load(domain)).proposals,
    async answer(domain, id, answer) {
      const result = await changes.answer(domain, id, answer);
      if ('problem' in result) return result;
      if (result.mute) await noted(domain, { ok: result.mute }, 'muted');
      const { proposals } = await ledger.load(domain);
      await showAnswer(domain, proposals);
      return result;
    },
    hiddenBy: ledger.hiddenBy,
    wouldHide: (mute, routed) => hide([mute], routes, routed, { chats, nowMs: mute.atMs }) !== null,
  };
}

/** Stands under the mute's name, and does not say who is muted: the trail outlives what is known of people. */
const auditOfMute = (domain: string, mute: Mute, what: 'muted' | 'unmuted'): AuditEntry => {
  const { id, by, reason, atMs, untilMs, critical, ended } = mute;
  const forHow = `for ${formatDuration(untilMs - atMs)}${critical ? ', critical ones too' : ''}`;
  return {
    domain,
    caseId: `mute-${id}`,
    n: what === 'muted' ? 1 : 2,
    atMs: what === 'muted' ? atMs : (ended?.atMs ?? atMs),
    what,
    id: `mute:${id}`,
    outcome: null,
    by: what === 'muted' ? by : (ended?.by ?? null),
    place: null,
    comment: what === 'muted' ? reason : null,
    answer: what === 'muted' ? `${mutedWhat(mute)} ${forHow}` : mutedWhat(mute),
  };
};
