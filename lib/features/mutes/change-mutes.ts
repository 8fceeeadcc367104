import { change } from '../../base/change.ts';
import type { Clock } from '../../base/clock.ts';
import { cleanWithin } from '../../base/text/clean-text.ts';
import type { Person } from '../../case/answer.ts';
import { isSamePerson, type KnownPeople } from '../../verdict/same-person.ts';
import { approvalProblem, isAboutThem, OWN_CASES } from './approve-mute.ts';
import { isActive, isWaiting, type Mute, muteProblem, type WaitingMute } from './mute.ts';
import type { MuteLedger, SavedMutes } from './mute-ledger.ts';
import { muteOf, type Proposal, type ProposalAnswer } from './proposal.ts';

export interface ChangeMutesParts {
  readonly ledger: Pick<MuteLedger, 'load' | 'save'>;
  /** The names of the routes. */
  readonly routes: readonly string[];
  readonly people: KnownPeople;
  readonly addressesOf: (person: Person) => readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

export type MuteResult =
  | { readonly ok: Mute }
  /** It hides nothing until a second person approves it. */
  | { readonly waits: WaitingMute }
  | { readonly problem: string };

export type MuteEnd =
  | { readonly ok: Mute }
  | { readonly unapproved: WaitingMute }
  | { readonly problem: string };

/** Why a mute needs a second person, by what is muted already; null if one is enough. */
export type WhySecond = (mute: Mute, mutes: readonly Mute[]) => string | null;

/** `became`: null where it was declined. */
export type AnsweredProposal =
  | {
      readonly ok: Proposal & { readonly answered: ProposalAnswer };
      readonly became: Exclude<MuteResult, { problem: string }> | null;
    }
  | { readonly problem: string };

type Next = Partial<Omit<SavedMutes, 'version'>>;
type Changed<Result> = Result & { readonly next?: Next };

const MOST_NAME = 80;

/** Begins and ends mutes. Calls may repeat: a request has one id, and an ended mute stays ended. */
export function createChangeMutes({ ledger, routes, people, addressesOf, clock }: ChangeMutesParts) {
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

  const inShort = (person: Person): Person => ({ ...person, name: cleanWithin(person.name, MOST_NAME) });
  const exceptFor = (...makers: readonly Person[]): Pick<Mute, 'except'> => {
    const except = makers.flatMap(addressesOf);
    return except.length > 0 ? { except } : {};
  };

  /** With one more, or why not. A repeat adds nothing. */
  function withMute({ mutes, waiting }: SavedMutes, asked: Mute, why: WhySecond): Changed<MuteResult> {
    const mute = { ...asked, by: inShort(asked.by), ...exceptFor(asked.by) };
    const same = mutes.find(({ id }) => id === mute.id);
    if (same) return { ok: same };
    const waits = waiting.find(({ id }) => id === mute.id);
    if (waits) return { waits };
    if (isAboutThem(mute, addressesOf(mute.by))) return { problem: OWN_CASES };
    // A mute that is over counts until what it hid is listed: the row has limited room.
    const counting = [
      ...mutes.filter((one) => isActive(one, clock.now()) || !one.listed),
      ...waiting.filter((one) => isWaiting(one, clock.now())),
    ];
    const ofPerson = counting.filter(({ by }) => isSamePerson(by, mute.by, people)).length;
    const problem = muteProblem(mute, { routes, before: { all: counting.length, ofPerson } });
    if (problem !== null) return { problem };
    const needs = why(mute, mutes);
    if (needs === null) return { ok: mute, next: { mutes: [...mutes, mute] } };
    const one = { ...mute, needs };
    return { waits: one, next: { waiting: [...waiting, one] } };
  }

  /** It lasts as long as it was asked for, from now. */
  function approved({ needs: _, told: __, ...mute }: WaitingMute, by: Person): Mute {
    const atMs = clock.now();
    const untilMs = atMs + (mute.untilMs - mute.atMs);
    return { ...mute, atMs, untilMs, approvedBy: inShort(by), ...exceptFor(mute.by, by) };
  }

  function approveIn({ mutes, waiting }: SavedMutes, id: string, by: Person): Changed<MuteResult> {
    const known = mutes.find((mute) => mute.id === id);
    if (known?.approvedBy && isSamePerson(known.approvedBy, by, people)) return { ok: known };
    const found = waiting.find((one) => one.id === id && isWaiting(one, clock.now()));
    if (!found) return { problem: 'No such mute needs a second approver.' };
    const problem = approvalProblem(found, by, { people, addresses: addressesOf(by) });
    if (problem !== null) return { problem };
    const ok = approved(found, by);
    return { ok, next: { mutes: [...mutes, ok], waiting: waiting.filter((one) => one !== found) } };
  }

  function endIn({ mutes, waiting }: SavedMutes, id: string, by: Person): Changed<MuteEnd> {
    const ended = { by: inShort(by), atMs: clock.now() };
    const asked = waiting.find((one) => one.id === id);
    if (asked) {
      if (!isWaiting(asked, clock.now())) return { unapproved: asked };
      const over = { ...asked, ended };
      return { unapproved: over, next: { waiting: waiting.map((one) => (one === asked ? over : one)) } };
    }
    const mute = mutes.find((one) => one.id === id);
    if (!mute) return { problem: `There is no mute "${id.slice(0, 40)}".` };
    if (!isActive(mute, clock.now())) return { ok: mute };
    const over = { ...mute, ended };
    return { ok: over, next: { mutes: mutes.map((one) => (one === mute ? over : one)) } };
  }

  return {
    begin: (domain: string, mute: Mute, why: WhySecond) =>
      changeAs<MuteResult>(domain, (saved) => withMute(saved, mute, why)),
    approve: (domain: string, id: string, by: Person) =>
      changeAs<MuteResult>(domain, (saved) => approveIn(saved, id, by)),
    /** Also ends one that waits: its own person takes it back, another declines it. */
    end: (domain: string, id: string, by: Person) =>
      changeAs<MuteEnd>(domain, (saved) => endIn(saved, id, by)),
    /** The first answer counts. It and the mute are one write: a crash leaves both, or neither. */
    answer: (
      domain: string,
      id: string,
      { choice, by }: Pick<ProposalAnswer, 'choice' | 'by'>,
      why: WhySecond,
    ): Promise<AnsweredProposal> =>
      changeAs<AnsweredProposal>(domain, (saved) => {
        const { mutes, waiting, proposals } = saved;
        const found = proposals.all.find((one) => one.id === id);
        if (!found) return { problem: 'This proposal has expired.' };
        if (found.answered) {
          const [ok, waits] = [mutes, waiting].map((all) => all.find((one) => one.id === id));
          const became = ok ? { ok } : waits ? { waits: waits as WaitingMute } : null;
          return { ok: { ...found, answered: found.answered }, became };
        }
        const answered = { choice, by: inShort(by), atMs: clock.now() };
        const ok = { ...found, answered };
        const all = proposals.all.map((one) => (one === found ? ok : one));
        const next = { proposals: { ...proposals, all } };
        if (choice === 'no') return { ok, became: null, next };
        const { next: more, ...became } = withMute(saved, muteOf(found, by, clock.now()), why);
        if ('problem' in became) return { problem: became.problem };
        return { ok, became, next: { ...next, ...more } };
      }),
  };
}
