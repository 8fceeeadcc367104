import { inParallel } from '../../lib/base/in-parallel.ts';
import { UnreadableError } from '../../lib/base/read-versioned.ts';
import type { Answer } from '../../lib/case/answer.ts';
import type { CaseRecord } from '../../lib/case/case-record.ts';
import { severityOf } from '../../lib/case/evidence.ts';
import { type Standing, standing } from '../../lib/case/standing.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import { createCasePolicy } from '../../lib/routing/case-policy.ts';
import { contentOf, readItemRows, titleOf } from '../flow/item-rows.ts';
import type { Source } from '../source.ts';
import type { OpenCase, OpenCases } from '../wire.ts';

/** More than anybody reads; the platform has the rest. */
const MOST_CASES = 300;
const READS_AT_ONCE = 8;

type Parts = Pick<Source, 'ledger' | 'config' | 'now'>;

/** Open cases that nobody has decided, newest first: from the list that the reconciler follows. */
export async function readOpenCases(parts: Parts, most = MOST_CASES): Promise<OpenCases> {
  const { ledger, config, now } = parts;
  const policy = createCasePolicy(config);
  const found: OpenCase[] = [];
  let more = false;
  let unreadable = 0;
  for (const domain of Object.keys(config.domains)) {
    const listed = await ledger.cases.fresh(domain, 0, most + 1);
    more ||= listed.length > most;
    await inParallel(listed.slice(0, most), READS_AT_ONCE, async (followed) => {
      try {
        const record = await ledger.cases.read(followed);
        const one =
          record && (await readCase(parts, record, (answer) => standing(record, answer, policy, now())));
        if (one) found.push(one);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        unreadable += 1;
      }
    });
  }
  const cases = found.sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
  return { cases: cases.slice(0, most), more: more || cases.length > most, unreadable };
}

async function readCase(
  { ledger }: Parts,
  { domain, caseId: id, createdAtMs, episode }: CaseRecord,
  standingWith: (answer: Answer | null) => Standing,
): Promise<OpenCase | null> {
  const key = { domain, feed: 'cases', id } as const;
  const rows = await readItemRows({ ledger }, key);
  const { answer, deliveries } = rows;
  // A decision that the platform did not accept has to be made again.
  const hasFailed = answer?.decision?.state.is === 'failed' && answer.decision.episode >= episode;
  const { decision, claim } = standingWith(answer);
  if (decision && !hasFailed) return null;
  const item = contentOf(rows);
  return {
    ...key,
    title: titleOf(item, key),
    severity: item && severityOf(item as Case),
    createdAtMs,
    claimedBy: claim?.by.name ?? null,
    places: deliveries.map(({ key: { destination } }) => destination),
    hasFailed,
  };
}
