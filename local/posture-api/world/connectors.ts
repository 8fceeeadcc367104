import type { Integration, IntegrationStatus } from '../schemas/integration.ts';
import { CONNECTORS, type ConnectorType } from './connector-catalog.ts';
import { fraction, mix } from './random.ts';
import { DAY_MS, isoAt } from './timeline.ts';

/** What is known about a connector; its status follows from this and is never stored. */
export type ConnectorRecord = {
  readonly enabled: boolean;
  readonly hasPolled: boolean;
  readonly consecutiveFailures: number;
  readonly createdMs: number;
  readonly updatedMs: number;
};

const DEGRADED_FROM = 3;

export const deriveStatus = (record: ConnectorRecord | undefined): IntegrationStatus => {
  if (record === undefined) return 'not_configured';
  if (!record.enabled) return 'disabled';
  if (record.consecutiveFailures >= DEGRADED_FROM) return 'degraded';
  return record.hasPolled ? 'active' : 'pending';
};

export const CONNECTOR_ACTIONS = ['fail', 'succeed', 'disable', 'enable', 'remove', 'add'] as const;
export type ConnectorAction = (typeof CONNECTOR_ACTIONS)[number];

const CHANGES: Record<
  Exclude<ConnectorAction, 'remove' | 'add'>,
  (was: ConnectorRecord) => Partial<ConnectorRecord>
> = {
  fail: (was) => ({ consecutiveFailures: was.consecutiveFailures + 1 }),
  succeed: () => ({ hasPolled: true, consecutiveFailures: 0 }),
  disable: () => ({ enabled: false }),
  enable: () => ({ enabled: true }),
};

export const createConnectors = (options: { key: number; startMs: number; now(): number }) => {
  const { key, startMs, now } = options;
  const records = new Map<string, ConnectorRecord>();

  // The first five show the five statuses; the fifth, like some of the others, has no record.
  const firstRecord = (place: number): ConnectorRecord | undefined => {
    const createdMs = startMs - (20 + fraction(mix(key, place, 121)) * 400) * DAY_MS;
    const healthy = {
      enabled: true,
      hasPolled: true,
      consecutiveFailures: 0,
      createdMs,
      updatedMs: startMs - fraction(mix(key, place, 122)) * DAY_MS,
    };
    if (place === 1) return { ...healthy, consecutiveFailures: 4 };
    if (place === 2) return { ...healthy, enabled: false };
    if (place === 3) return { ...healthy, hasPolled: false };
    return place === 4 || place % 6 === 5 ? undefined : healthy;
  };
  for (const [place, { type }] of CONNECTORS.entries()) {
    const record = firstRecord(place);
    if (record) records.set(type, record);
  }

  const show = (connector: ConnectorType): Integration => {
    const record = records.get(connector.type);
    return {
      connector_type: connector.type,
      display_name: connector.name,
      category: connector.category,
      description: connector.description,
      signals: [...connector.signals],
      configured: record !== undefined,
      enabled: record?.enabled ?? false,
      status: deriveStatus(record),
      created_at: record ? isoAt(record.createdMs) : null,
      updated_at: record ? isoAt(record.updatedMs) : null,
    };
  };

  const find = (type: string): Integration | undefined => {
    const connector = CONNECTORS.find((candidate) => candidate.type === type);
    return connector && show(connector);
  };

  return {
    all: (): Integration[] => CONNECTORS.map(show),
    find,
    /** Returns the connector after the change, or why the change makes no sense. */
    change: (type: string, action: ConnectorAction): Integration | 'unknown' | 'no-record' | 'has-record' => {
      const known = find(type);
      if (known === undefined) return 'unknown';
      const record = records.get(type);
      if (action === 'add') {
        if (record) return 'has-record';
        records.set(type, {
          enabled: true,
          hasPolled: false,
          consecutiveFailures: 0,
          createdMs: now(),
          updatedMs: now(),
        });
      } else if (record === undefined) {
        return 'no-record';
      } else if (action === 'remove') {
        records.delete(type);
      } else {
        records.set(type, { ...record, ...CHANGES[action](record), updatedMs: now() });
      }
      return find(type) ?? 'unknown';
    },
  };
};
