import type { Outcome } from '../../../lib/posture/schemas/verdict-schema.ts';
import { waitFor } from '../wait-for.ts';
import type { BridgeWorld } from './bridge-world.ts';
import type { PostedCase } from './posted-case.ts';

export interface RecordedVerdict {
  readonly outcome: Outcome;
  readonly comment?: string;
  readonly event_ids?: readonly string[];
}

interface VerdictLog {
  readonly verdicts: readonly { readonly case_id: string; readonly body: RecordedVerdict }[];
}

/** What the platform recorded about a case, in order. */
export async function verdictsAt(
  { api }: BridgeWorld,
  { id }: Pick<PostedCase, 'id'>,
): Promise<RecordedVerdict[]> {
  const { verdicts } = await api.control<VerdictLog>('GET', '/verdicts');
  return verdicts.filter((one) => one.case_id === id).map(({ body }) => body);
}

/** The same, once there are so many. More than that is an error at once. */
export const recorded = (
  world: BridgeWorld,
  posted: Pick<PostedCase, 'id'>,
  count = 1,
): Promise<RecordedVerdict[]> =>
  waitFor(async () => {
    const verdicts = await verdictsAt(world, posted);
    if (verdicts.length !== count) throw new Error(`${verdicts.length} verdicts on case ${posted.id}`);
    return verdicts;
  });

/** How many verdicts were recorded, and how many requests it took. */
export async function verdictTraffic({ api }: BridgeWorld): Promise<{ posted: number; recorded: number }> {
  const { verdicts } = await api.control<VerdictLog>('GET', '/verdicts');
  const { requests } = await api.control<{ requests: Record<string, number> }>('GET', '/requests');
  return { posted: requests['POST /cases/{case_id}/verdict'] ?? 0, recorded: verdicts.length };
}

/** Lets the platform misbehave when this case is decided. */
export async function breakVerdicts(
  { api }: BridgeWorld,
  { id }: Pick<PostedCase, 'id'>,
  fault: object,
): Promise<() => Promise<void>> {
  const { fault_id } = await api.control<{ fault_id: number }>('POST', '/faults', {
    path: `/cases/${id}/verdict`,
    method: 'POST',
    ...fault,
  });
  return async () => void (await api.control('DELETE', `/faults/${fault_id}`));
}
