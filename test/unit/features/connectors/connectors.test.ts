import { describe, expect, it } from 'vitest';
import { connectorFacts, connectorsOf } from '../../../../lib/features/connectors/connector-facts.ts';
import { createConnectors } from '../../../../lib/features/connectors/connector-states.ts';
import {
  NotFoundError,
  PostureError,
  RateLimitedError,
  UnreachableError,
} from '../../../../lib/posture/posture-errors.ts';
import type { Call } from '../../../../lib/posture/request.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const SOURCES = {
  cloud_directory: { sources: ['SigninLogs', 'AuditLogs'] },
  productivity_suite: { sources: ['OfficeActivity'] },
};
const eventFrom = (source: string | null) => ({ event_id: 'e', source });

function createWorld() {
  const clock = createManualClock();
  const asked: { type: string; call: Call | undefined }[] = [];
  const logged: unknown[] = [];
  let answer: () => Promise<object> = async () => ({});
  const connectors = createConnectors({
    domain: 'acme',
    clock,
    log: (event, fields) => logged.push({ event, ...fields }),
    client: {
      async integration(type, call) {
        asked.push({ type, call });
        return { connector_type: type, ...(await answer()) };
      },
    },
  });
  return { clock, asked, logged, connectors, answerWith: (next: typeof answer) => (answer = next) };
}

describe('the connectors behind a case', () => {
  it('are those that bring the sources of its events, however these are spelled', () => {
    const events = [eventFrom('signinlogs '), eventFrom('SIGNINLOGS'), eventFrom(null), eventFrom('Other')];
    expect(connectorsOf({ events }, SOURCES)).toEqual(['cloud_directory']);
    expect(connectorsOf({ events: [eventFrom('OfficeActivity'), ...events] }, SOURCES)).toHaveLength(2);
    expect(connectorsOf({ events: null }, SOURCES)).toEqual([]);
    expect(connectorsOf({ events }, {})).toEqual([]);
  });

  it('are told of where evidence may be missing, and not where all is well or nothing is known', () => {
    const states = ['active', 'degraded', 'disabled', 'pending', 'not_configured', 'new_status'].map(
      (status) => ({
        name: status.toUpperCase(),
        status,
        atMs: 0,
      }),
    );
    expect(connectorFacts([...states, null])).toEqual(
      ['degraded', 'disabled', 'pending'].map((status) => ({ name: status.toUpperCase(), status })),
    );
    expect(connectorFacts([{ name: 'x'.repeat(5_000), status: 'degraded', atMs: 0 }])[0]?.name).toHaveLength(
      80,
    );
  });
});

describe('the state of a connector', () => {
  it('is asked once in five minutes, with little patience and after what is more urgent', async () => {
    const { connectors, asked, clock, answerWith } = createWorld();
    answerWith(async () => ({ display_name: 'Cloud Directory', status: 'degraded' }));
    const both = await Promise.all([1, 2].map(() => connectors.stateOf('cloud_directory')));
    expect(both[1]).toEqual({ name: 'Cloud Directory', status: 'degraded', atMs: clock.now() });
    expect(asked).toEqual([
      { type: 'cloud_directory', call: { deadline: clock.now() + 1_500, priority: 'background' } },
    ]);
    clock.advance(299_000);
    await connectors.stateOf('cloud_directory');
    expect(asked).toHaveLength(1);
    clock.advance(2_000);
    answerWith(async () => ({ display_name: null, status: null }));
    expect(await connectors.stateOf('cloud_directory')).toMatchObject({
      name: 'cloud_directory',
      status: '',
    });
  });

  it.each<[string, PostureError | Error]>([
    ['is unknown', new NotFoundError('no')],
    ['is asked for too often', new RateLimitedError('no', 1_000)],
    ['does not come', new UnreachableError('no', false)],
    ['is a mistake of ours', new Error('no')],
  ])('is not known where it %s, and nobody asks again for five minutes', async (_what, error) => {
    const { connectors, asked, logged, clock, answerWith } = createWorld();
    answerWith(() => Promise.reject(error));
    expect(await connectors.stateOf('crm')).toBeNull();
    expect(await connectors.stateOf('crm')).toBeNull();
    expect(asked).toHaveLength(1);
    expect(logged).toEqual([
      {
        event: 'connector not read',
        domain: 'acme',
        connector: 'crm',
        code: error instanceof PostureError ? error.code : 'unknown',
      },
    ]);
    clock.advance(301_000);
    answerWith(async () => ({ display_name: 'CRM', status: 'active' }));
    expect(await connectors.stateOf('crm')).toMatchObject({ status: 'active' });
  });
});
