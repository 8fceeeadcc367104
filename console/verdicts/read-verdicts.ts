import { inParallel } from '../../lib/base/in-parallel.ts';
import { DAY_MS } from '../../lib/base/time.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { joinPeople } from '../../lib/verdict/join-people.ts';
import { contentOf, createdAtMs, readItemRows } from '../flow/item-rows.ts';
import type { Source } from '../source.ts';
import type { VerdictRow, Verdicts } from '../wire.ts';

/** Data on one machine is seldom older; `npx posture-bridge audit` reads further back. */
const DAYS_BACK = 30;
const MOST_ROWS = 5_000;
const MOST_FACTS = 10_000;
const READS_AT_ONCE = 8;

/** What never changes about a case. */
interface CaseFacts {
  readonly threatType: string | null;
  readonly createdAtMs: number | null;
}

/** Identifies the decision that an entry is about. */
const decisionOf = ({ domain, caseId, id }: Pick<AuditEntry, 'domain' | 'caseId' | 'id'>) =>
  JSON.stringify([domain, caseId, id]);

/** The audit trail of all domains, newest first. */
export function createVerdictsReader(
  source: Source,
  { mostRows = MOST_ROWS, daysBack = DAYS_BACK } = {},
): () => Promise<Verdicts> {
  const { ledger, config, now } = source;
  const facts = new Map<string, CaseFacts>();
  const nameOf = ({ domain, caseId }: Pick<AuditEntry, 'domain' | 'caseId'>) => `${domain}\n${caseId}`;

  async function readDay(day: Date): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (const domain of Object.keys(config.domains)) {
      for await (const page of ledger.answers.readTrail(domain, day)) entries.push(...page);
    }
    // Entries of the same moment keep the order in which they happened.
    return entries
      .map((entry, at) => ({ entry, at }))
      .sort((a, b) => b.entry.atMs - a.entry.atMs || b.at - a.at)
      .map(({ entry }) => entry);
  }

  async function readFacts(entry: AuditEntry): Promise<void> {
    const rows = await readItemRows(source, { domain: entry.domain, feed: 'cases', id: entry.caseId });
    const item = contentOf(rows);
    if (facts.size >= MOST_FACTS) facts.clear();
    facts.set(nameOf(entry), {
      threatType: typeof item?.threat_type === 'string' ? item.threat_type : null,
      createdAtMs: rows.answer?.createdAtMs ?? createdAtMs(item),
    });
  }

  return async () => {
    const entries: AuditEntry[] = [];
    for (let back = 0; back <= daysBack && entries.length <= mostRows; back++) {
      entries.push(...(await readDay(new Date(now() - back * DAY_MS))));
    }
    const shown = entries.slice(0, mostRows);
    const unknown = new Map(shown.filter((one) => !facts.has(nameOf(one))).map((one) => [nameOf(one), one]));
    await inParallel([...unknown.values()], READS_AT_ONCE, readFacts);
    const deciders = new Map(
      entries.flatMap((one) => (one.what === 'requested' && one.by ? [[decisionOf(one), one.by]] : [])),
    );
    // The newest entry comes first, and a person is called as in the newest.
    const accounts = entries.flatMap(({ by }) => by ?? []).reverse();
    const which = joinPeople(config.people, accounts);
    const rows = shown.map((entry) => {
      const { by } = entry;
      const decider = deciders.get(decisionOf(entry)) ?? null;
      const names = {
        by: by && which(by).name,
        person: by && which(by).key,
        decidedBy: decider && which(decider).name,
      };
      return rowOf(entry, names, facts.get(nameOf(entry)));
    });
    return {
      rows,
      more: entries.length > mostRows,
      within: { days: daysBack, rows: mostRows },
    };
  };
}

type Names = Pick<VerdictRow, 'by' | 'person' | 'decidedBy'>;

function rowOf(entry: AuditEntry, names: Names, facts: CaseFacts | undefined): VerdictRow {
  const { atMs, domain, caseId, n, what, outcome, by, place, comment, answer, id } = entry;
  const since = facts?.createdAtMs ?? null;
  return {
    atMs,
    domain,
    caseId,
    n,
    what,
    outcome,
    ...names,
    byId: by?.id ?? null,
    surface: by?.surface ?? null,
    place,
    comment,
    answer,
    decisionId: id,
    threatType: facts?.threatType ?? null,
    toVerdictMs: what === 'recorded' && since !== null ? Math.max(0, atMs - since) : null,
  };
}
