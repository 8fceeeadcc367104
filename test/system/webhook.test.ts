import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookInput } from '../../lib/config/webhook-schema.ts';
import { decide } from '../support/bridge/analyst.ts';
import { type BridgeWorld, startBridgeWorld, WEBHOOK_SECRET } from '../support/bridge/bridge-world.ts';
import { ANNA } from '../support/bridge/people.ts';
import { OPS_CHANNEL } from '../support/bridge/places.ts';
import { postCase } from '../support/bridge/posted-case.ts';
import { waitFor } from '../support/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** What the receiver does at each path: at the first request, and later. */
const PLAYED = {
  well: [204, 204],
  veiled: [204, 204],
  down: [503, 204],
  cut: ['cut', 204],
  busy: [429, 204],
  picky: [400, 204],
  gone: [410, 410],
  hang: ['hang', 'hang'],
  away: [302, 302],
} as const;
type Path = keyof typeof PLAYED;

describe('webhooks on the local cloud', () => {
  let receiver: WebhookReceiver;
  let world: BridgeWorld;
  const at = (path: Path, type?: string) =>
    receiver.received.filter((one) => one.path === `/${path}` && (!type || one.event.type === type));
  const toldInOps = () => world.slack.messages(OPS_CHANNEL).flatMap(({ shown }) => shown.join(' '));

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    const webhook = (path: string, more: Partial<WebhookInput> = {}): WebhookInput => ({
      type: 'webhook',
      url: `${receiver.url}/${path}`,
      secret: WEBHOOK_SECRET,
      local: true,
      ...more,
    });
    receiver.answer(({ path, event }) => {
      const [first, later] = PLAYED[path.slice(1) as Path] ?? [500, 500];
      const answer =
        at(path.slice(1) as Path).filter((one) => one.event.id === event.id).length > 1 ? later : first;
      if (typeof answer === 'string') return answer;
      const headers = answer === 302 ? { location: `${receiver.url}/inside` } : { 'retry-after': '1' };
      return { status: answer, headers: answer === 302 || answer === 429 ? headers : {} };
    });
    const named = Object.fromEntries(Object.keys(PLAYED).map((path) => [path, webhook(path)]));
    world = await startBridgeWorld(
      { slack: ['soc'] },
      {
        webhooks: {
          secret: receiver.secret,
          destinations: {
            ...named,
            veiled: webhook('veiled', { show: 'minimal', format: 'cloudevents' }),
            // Not by the switch: this machine is no place to call.
            inward: webhook('inside', {
              url: `${receiver.url.replace('http:', 'https:')}/inside`,
              local: false,
            }),
          },
        },
      },
    );
  });
  afterAll(async () => {
    await world?.close();
    await receiver.close();
  });

  it('tells every endpoint of a case and of its verdict, whatever the others do', async () => {
    const posted = await postCase(world, 'soc', { event_count: 2 });
    const healthy: Path[] = ['well', 'veiled', 'down', 'cut', 'busy', 'picky'];
    await waitFor(() => {
      for (const path of ['well', 'veiled'] as const) expect([path, at(path).length]).toEqual([path, 1]);
      for (const path of ['down', 'cut', 'busy', 'picky'] as const)
        expect([path, at(path).length]).toEqual([path, 2]);
    });
    for (const path of healthy) expect(new Set(at(path).map(({ event }) => event.id)).size).toBe(1);
    expect(at('well')[0]?.event).toMatchObject({
      type: 'case.created',
      data: { domain: 'acme', case: { case_id: posted.id } },
    });
    const { user_name, user_email } = (at('well')[0]?.event.data.case ?? {}) as Record<string, string>;
    for (const { body, headers } of at('veiled')) {
      expect(headers['content-type']).toContain('application/cloudevents+json');
      for (const word of [user_name, user_email]) if (word) expect(body).not.toContain(word);
    }
    await decide(world, posted, 'SAFE', ANNA);
    await waitFor(() => {
      for (const path of ['well', 'down', 'cut'] as const)
        expect(at(path, 'verdict.recorded').length).toBeGreaterThan(0);
    });
    expect(at('well', 'verdict.recorded')[0]?.event.data).toMatchObject({
      case_id: posted.id,
      outcome: 'SAFE',
    });
  });

  it('closes those that are gone or lead elsewhere, says so once, and connects to nothing inside', async () => {
    await waitFor(() => {
      for (const name of ['gone', 'away', 'inward'])
        expect(toldInOps().filter((text) => text.includes(`${name}: refusing new messages`))).toHaveLength(1);
    });
    expect(receiver.received.filter(({ path }) => path === '/inside')).toEqual([]);
    expect(receiver.refused).toEqual([]);
    expect(world.lines.filter((line) => /denied|not understood/.test(line))).toEqual([]);
  });
});
