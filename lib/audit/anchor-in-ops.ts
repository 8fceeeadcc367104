import type { Clock } from '../base/clock.ts';
import type { ChainHead } from './audit-chain.ts';
import { dayBefore, type KeptTrail } from './verify-trail.ts';

/** What is said in `ops`, once under one id. */
export interface AnchorNotice {
  readonly domain: string;
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly text: string;
}

export interface AnchorInOpsParts {
  readonly domains: readonly string[];
  readonly trail: Pick<KeptTrail, 'linkBeside'>;
  /** Whether the queue took it. */
  readonly tell: (notice: AnchorNotice) => Promise<boolean>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What is added in the first hour of a day may still belong to the one before. */
const SETTLED_MS = 3_600_000;
/** As many fit into one message of any chat. */
const AT_ONCE = 20;

/**
 * Where there is no archive, a message in `ops` is what the table cannot take back: once a day, where the chains of the domains
 * stand. On a day without an entry there is nothing new to say.
 */
export function createAnchorInOps({ domains, trail, tell, clock }: AnchorInOpsParts) {
  let toldDay = '';
  return async (): Promise<Record<string, never>> => {
    const day = dayBefore(new Date(clock.now() - SETTLED_MS).toISOString().slice(0, 10));
    if (toldDay === day) return {};
    const heads: ChainHead[] = [];
    for (const domain of domains) {
      const head = await trail.linkBeside(domain, day, '<');
      if (head) heads.push({ domain, day: head.day, seq: head.seq, hash: head.hash });
    }
    const isNews = heads.some((head) => head.day === day);
    for (let at = 0; isNews && at < heads.length; at += AT_ONCE) {
      // Under the same id it is said once, whichever process says it.
      const id = `anchor-${day}${at === 0 ? '' : `-${at}`}`;
      const isTaken = await tell({
        domain: domains[0] ?? '',
        id,
        ...anchorWords(day, heads.slice(at, at + AT_ONCE)),
      });
      if (!isTaken) return {};
    }
    toldDay = day;
    return {};
  };
}

const anchorWords = (
  day: string,
  heads: readonly ChainHead[],
): Pick<AnchorNotice, 'code' | 'title' | 'text'> => ({
  code: 'trail_anchor',
  title: `Audit trail up to ${day}`,
  text: [
    'Keep this message: by it, audit --verify shows whether somebody cut the trail off later.',
    ...heads.map(({ domain, day: of, seq, hash }) => `${domain} ${of} ${seq}:${hash}`),
  ].join('\n'),
});
