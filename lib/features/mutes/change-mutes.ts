import { change } from '../../base/change.ts';
import type { Clock } from '../../base/clock.ts';
import type { Person } from '../../case/answer.ts';
import { isActive, type Mute, muteProblem } from './mute.ts';
import type { MuteLedger, SavedMutes } from './mute-ledger.ts';
import { muteOf, type Proposal, type ProposalAnswer } from './proposal.ts';

export interface ChangeMutesParts {
  readonly ledger: Pick<MuteLedger, 'load' | 'save'>;
  /** The names of the routes. */
  readonly routes: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

export type MuteResult = { readonly ok: Mute } | { readonly problem: string };

/** `mute`: null where it was declined. */
export type AnsweredProposal =
  | { readonly ok: Proposal & { readonly answered: ProposalAnswer }; readonly mute: Mute | null }
  | { readonly problem: string };

type Next = Partial<Omit<SavedMutes, 'version'>>;
type Changed<Result> = Result & { readonly next?: Next };

/** Begins and ends mutes. Calls may repeat: a request has one id, and an ended mute stays ended. */
export function createChangeMutes({ ledger, routes, clock }: ChangeMutesParts) {
  async function changeAs<Result extends object>(
    domain: string,
    changeIn: (saved: SavedMutes) => Changed<Result>,
  ): Promise<Result> {
    const saved = {
      load: () => ledger.load(domain),
      save: async (next: Next, { version, ...before }: SavedMutes) =>
        (await ledger.save(domain, { ...before, ...next }, version, clock.now())) || null,
    };
    const { next: _, written: __, ...result } = await change(saved, changeIn);
    return result as unknown as Result;
  }

  /** The mutes with one more, or why not. A repeat adds nothing. */
  function withMute(mutes: readonly Mute[], mute: Mute): MuteResult & { readonly mutes?: readonly Mute[] } {
    const same = mutes.find(({ id }) => id === mute.id);
    if (same) return { ok: same };
    // A mute that is over counts until what it hid is listed: the row has limited room.
    const active = mutes.filter((one) => isActive(one, clock.now()) || !one.listed).length;
    const problem = muteProblem(mute, { routes, active });
    return problem === null ? { ok: mute, mutes: [...mutes, mute] } : { problem };
  }

  return {
    begin: (domain: string, mute: Mute): Promise<MuteResult> =>
      changeAs<MuteResult>(domain, (saved) => {
        const { mutes, ...result } = withMute(saved.mutes, mute);
        return mutes ? { ...result, next: { mutes } } : result;
      }),
    end: (domain: string, id: string, by: Person): Promise<MuteResult> =>
      changeAs<MuteResult>(domain, ({ mutes }) => {
        const mute = mutes.find((one) => one.id === id);
        if (!mute) return { problem: `There is no mute "${id.slice(0, 40)}".` };
        if (!isActive(mute, clock.now())) return { ok: mute };
        const ended = { ...mute, ended: { by, atMs: clock.now() } };
        return { ok: ended, next: { mutes: mutes.map((one) => (one === mute ? ended : one)) } };
      }),
    /** The first answer counts. It and the mute are one write: a crash leaves both, or neither. */
    answer: (
      domain: string,
      id: string,
      { choice, by }: Pick<ProposalAnswer, 'choice' | 'by'>,
    ): Promise<AnsweredProposal> =>
      changeAs<AnsweredProposal>(domain, ({ mutes, proposals }) => {
        const found = proposals.all.find((one) => one.id === id);
        if (!found) return { problem: 'This proposal is over.' };
        const known = mutes.find((mute) => mute.id === id) ?? null;
        if (found.answered) return { ok: { ...found, answered: found.answered }, mute: known };
        const answered = { choice, by, atMs: clock.now() };
        const ok = { ...found, answered };
        const all = proposals.all.map((one) => (one === found ? ok : one));
        const next = { proposals: { ...proposals, all } };
        if (choice === 'no') return { ok, mute: null, next };
        const begun = withMute(mutes, muteOf(found, by, clock.now()));
        if ('problem' in begun) return { problem: begun.problem };
        return { ok, mute: begun.ok, next: { ...next, mutes: begun.mutes ?? mutes } };
      }),
  };
}
