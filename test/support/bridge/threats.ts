import type { BridgeWorld } from './bridge-world.ts';
import { personOf } from './places.ts';

/** A threat of the person whose items go into this lane; its id. */
export async function raiseThreat({ api }: BridgeWorld, lane: string, fields: object = {}): Promise<string> {
  const body = { user_email: personOf(lane), ...fields };
  const { event_ids } = await api.control<{ event_ids: string[] }>('POST', '/threats', body);
  return event_ids[0] ?? '';
}

/** Takes the threats behind a case away for now: the platform lists them when it likes, also after the case. */
export async function holdBackThreats({ api }: BridgeWorld, caseId: string): Promise<string[]> {
  const { case: item } = await api.control<{ case: { events: { event_id: string }[] } }>(
    'GET',
    `/cases/${caseId}`,
  );
  const ids = item.events.map(({ event_id }) => event_id);
  for (const id of ids) await api.control('DELETE', `/threats/${id}`, {});
  return ids;
}
