import { clean } from '../../lib/base/text/clean-text.ts';
import { shortId } from '../../lib/base/text/format.ts';
import { DAY_MS } from '../../lib/base/time.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import type { Source } from '../source.ts';

type Parts = Pick<Source, 'config' | 'ledger' | 'now'>;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const nameOf = ({ domain, caseId, n, id, what }: AuditEntry): string =>
  JSON.stringify([domain, caseId, n, id, what]);

/**
 * Follows the audit trail: a look costs one small query for each domain, and reads entries only if there are more. Yields
 * entries that are new, oldest first.
 */
export function createTrailWatch({ config, ledger, now }: Parts) {
  const lengths = new Map<string, string>();
  let met = new Set<string>();
  let mark = 0;

  async function entriesOf(domain: string, sinceMs: number): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (let day = sinceMs; dayOf(day) <= dayOf(now()); day += DAY_MS) {
      for await (const page of ledger.answers.readTrail(domain, new Date(day))) entries.push(...page);
    }
    return entries;
  }

  async function look(domain: string): Promise<AuditEntry[]> {
    const today = dayOf(now());
    const length = `${today} ${await ledger.trailLength(domain, today)}`;
    if (lengths.get(domain) === length) return [];
    // Around midnight, the last entries of a day are found on the next.
    const entries = await entriesOf(domain, now() - (lengths.has(domain) ? 60_000 : 0));
    lengths.set(domain, length);
    return entries;
  }

  return {
    mark: () => mark,
    async look(): Promise<AuditEntry[]> {
      const found = (await Promise.all(Object.keys(config.domains).map(look))).flat();
      const fresh = found.filter((entry) => !met.has(nameOf(entry)));
      if (fresh.length === 0) return [];
      mark += 1;
      met = new Set([...met, ...fresh.map(nameOf)]);
      return fresh.sort((a, b) => a.atMs - b.atMs);
    },
  };
}

/** `acme: case 0f3c1a2b: requested TRUE_POSITIVE, by Ada Winter`. */
export function tellEntry({ domain, caseId, what, outcome, by, answer }: AuditEntry): string {
  const who = by ? `, by ${clean(by.name)}` : '';
  if (what === 'operated') return `${domain}: an operator did ${clean(answer ?? 'something')}${who}`;
  const said = [what.replaceAll('-', ' '), outcome?.replaceAll('_', ' ').toLowerCase()];
  return `${domain}: case ${shortId(caseId)}: ${said.filter(Boolean).join(', ')}${who}`;
}
