import type { Clock } from '../platform/clock.ts';
import type { Person } from '../verdict/case-verdict.ts';
import { isActive, type Mute, muteProblem } from './mute.ts';
import type { MuteLedger } from './mute-ledger.ts';

export interface ChangeMutesParts {
  readonly ledger: Pick<MuteLedger, 'load' | 'save'>;
  /** The names of the routes. */
  readonly routes: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

export type MuteResult = { readonly ok: Mute } | { readonly problem: string };

/** Each round is a change that another was quicker to make. */
const MAX_ROUNDS = 8;

/** Begins and ends mutes. Both may repeat: a request has one id, and what has ended stays so. */
export function createChangeMutes({ ledger, routes, clock }: ChangeMutesParts) {
  async function change(
    domain: string,
    next: (mutes: readonly Mute[]) => MuteResult & { readonly mutes?: readonly Mute[] },
  ): Promise<MuteResult> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { mutes, version } = await ledger.load(domain);
      const { mutes: changed, ...result } = next(mutes);
      if (!changed || (await ledger.save(domain, changed, version, clock.now()))) return result;
    }
    throw new Error('others were quicker each time');
  }

  return {
    begin: (domain: string, mute: Mute): Promise<MuteResult> =>
      change(domain, (mutes) => {
        const same = mutes.find(({ id }) => id === mute.id);
        if (same) return { ok: same };
        const active = mutes.filter((one) => isActive(one, clock.now())).length;
        const problem = muteProblem(mute, { routes, active });
        return problem === null ? { ok: mute, mutes: [...mutes, mute] } : { problem };
      }),
    end: (domain: string, id: string, by: Person): Promise<MuteResult> =>
      change(domain, (mutes) => {
        const mute = mutes.find((one) => one.id === id);
        if (!mute) return { problem: `There is no mute "${id.slice(0, 40)}".` };
        if (!isActive(mute, clock.now())) return { ok: mute };
        const ended = { ...mute, ended: { by, atMs: clock.now() } };
        return { ok: ended, mutes: mutes.map((one) => (one === mute ? ended : one)) };
      }),
  };
}
