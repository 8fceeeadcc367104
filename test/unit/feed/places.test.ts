import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../lib/case/envelope.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import type { Mute } from '../../../lib/features/mutes/mute.ts';
import { createMuting } from '../../../lib/features/mutes/muting.ts';
import { createItemMessages } from '../../../lib/feed/item-messages.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { createFeedHarness, MINUTE, RULES } from './feed-harness.ts';

const FEED = { domain: 'acme', feed: 'cases' } as const;
const config = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
  slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    urgent: { type: 'slack', channel: 'C0URGENT01' },
    lead: { type: 'slack', channel: 'C0LEAD0001' },
    hook: { type: 'webhook', url: 'https://hooks.example/in', secret: '/hook' },
  },
  routes: [
    {
      name: 'high',
      when: { feed: 'cases', severity: ['high', 'critical'] },
      to: 'soc',
      escalation: [{ after: { high: '1h' }, to: 'lead' }],
    },
    { name: 'critical', when: { feed: 'cases', severity: 'critical' }, to: ['urgent', 'hook'] },
    { name: 'on trial', when: { feed: 'cases', severity: 'critical' }, to: 'soc', shadow: true },
  ],
  verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
});

interface Options {
  readonly first: string;
  readonly start?: 'all' | 'now';
  readonly firstRevision?: undefined;
}

/** A case that the poller has met, and that changes. */
async function metCase({ first, start = 'all', ...said }: Options) {
  const shadowed: unknown[] = [];
  const mutes: Mute[] = [];
  const cases = createCaseLedger(createMemoryVersionedRows());
  const base = createFeedHarness();
  const { clock } = base;
  const onShadow = (destinations: unknown) => shadowed.push(destinations);
  const messages = createItemMessages({
    ...{ config, feed: FEED, queueUrls: { slack: 'slack', webhook: 'hooks' }, clock, onShadow },
    onUnrouted: () => undefined,
  });
  const muting = createMuting({
    ...{ config, feed: FEED, clock, mutes: async () => mutes },
    ledger: { note: async () => undefined },
  });
  const harness = createFeedHarness({
    ...{ feed: FEED, messages, cases, clock, rules: { ...RULES, start } },
    withholding: createWithholding([muting]),
  });
  const { items, outbox } = harness;
  const createdAtMs = clock.now() - MINUTE;
  let revision = 0;
  const poll = async () => {
    clock.advance(MINUTE);
    await harness.poll();
  };
  const become = (severity: string, more: object = {}) => {
    const at = new Date(createdAtMs).toISOString();
    const events = [{ event_id: 'e1', created_at: at, severity }];
    const item = { case_id: 'c1', created_at: at, user_email: 'ann@acme.example', events, ...more };
    const isFirst = revision++ === 0;
    const says = !(isFirst && 'firstRevision' in said);
    items.splice(0, 1, { id: 'c1', createdAtMs, revision: says ? `${revision}` : undefined, item });
    return poll();
  };
  const isNew = (envelope: Envelope) => !('changed' in envelope);
  await become(first);
  return {
    ...{ become, poll, shadowed, mutes, clock },
    /** The person that it is about is forgotten. */
    forget: () => cases.change('acme', 'c1', (record) => ({ ...record, forgotten: true })),
    /** The chats that were to post it, one for each time. */
    posted: () =>
      outbox
        .accepted('slack')
        .flatMap(({ envelope }) => (envelope && isNew(envelope) ? [envelope.destination] : [])),
    /** The chats that are told only if they have it. */
    askedIfKept: () =>
      outbox.accepted('slack').flatMap(({ group, onlyIfKept }) => (onlyIfKept ? [group] : [])),
    created: () => outbox.accepted('hooks').filter(({ envelope }) => envelope && isNew(envelope)).length,
  };
}

describe('a case that becomes worse', () => {
  it('is posted where the worse ones go, once, and not again where it is', async () => {
    const { become, poll, posted, created, shadowed } = await metCase({ first: 'high' });
    expect(posted()).toEqual(['soc']);
    await become('critical');
    for (let n = 0; n < 2; n++) await poll();
    expect(posted()).toEqual(['soc', 'urgent']);
    await become('critical');
    expect(posted()).toEqual(['soc', 'urgent']);
    // A webhook that first hears of it is told that it is new, and no trial is counted twice.
    expect(created()).toBe(1);
    expect(shadowed).toEqual([]);
  });

  it('is told also where it stands because nobody answered it', async () => {
    const { become, askedIfKept } = await metCase({ first: 'high' });
    expect(askedIfKept()).toEqual([]);
    await become('high', { threat_brief: 'more' });
    expect(askedIfKept()).toEqual(['lead']);
  });

  it('is posted also where no route sent it anywhere before', async () => {
    const { become, posted } = await metCase({ first: 'low' });
    expect(posted()).toEqual([]);
    await become('critical');
    expect(posted()).toEqual(['soc', 'urgent']);
  });

  it('is posted nowhere when it is over', async () => {
    const { become, posted } = await metCase({ first: 'low' });
    await become('critical', { closed_at: '2026-11-15T08:00:00Z' });
    expect(posted()).toEqual([]);
  });

  it('is posted when it is opened again, if it was closed when it became worse', async () => {
    const { become, posted } = await metCase({ first: 'low' });
    await become('critical', { closed_at: '2026-11-15T08:00:00Z' });
    await become('critical');
    expect(posted()).toEqual(['soc', 'urgent']);
  });

  it('is posted also where the platform did not say at first when it was updated', async () => {
    const { become, posted } = await metCase({ first: 'low', firstRevision: undefined });
    await become('critical');
    expect(posted()).toEqual(['soc', 'urgent']);
  });

  it('is posted nowhere when it is history, however often it changes', async () => {
    const { become, posted } = await metCase({ first: 'low', start: 'now' });
    for (let n = 0; n < 3; n++) await become('critical');
    expect(posted()).toEqual([]);
  });

  it('does not bring back who was forgotten', async () => {
    const { become, posted, forget } = await metCase({ first: 'high' });
    await forget();
    await become('critical');
    expect(posted()).toEqual(['soc']);
  });
});

const muteFor = (fromMs: number, forMs: number, critical = false): Mute => ({
  ...{ id: 'm1', field: 'user', value: 'ann@acme.example', critical, reason: 'known' },
  by: { surface: 'slack', id: 'U0ANN00001', name: 'Ann' },
  atMs: fromMs,
  untilMs: fromMs + forMs,
});

describe('a case that is muted where it goes now', () => {
  it('is posted there when it is critical, also after the mute, and else not', async () => {
    const { become, posted, mutes, clock } = await metCase({ first: 'low' });
    mutes.push(muteFor(clock.now(), 5 * MINUTE));
    await become('high');
    expect(posted()).toEqual([]);
    clock.advance(10 * MINUTE);
    await become('high');
    expect(posted()).toEqual([]);
    await become('critical');
    expect(posted()).toEqual(['soc', 'urgent']);
    await become('critical');
    expect(posted()).toEqual(['soc', 'urgent']);
  });

  it('stays hidden by a mute of critical ones', async () => {
    const { become, posted, mutes, clock } = await metCase({ first: 'low' });
    mutes.push(muteFor(clock.now(), 60 * MINUTE, true));
    await become('critical');
    expect(posted()).toEqual([]);
  });
});
