import { describe, expect, it } from 'vitest';
import { caseItem, configOf, createHarness, delivery, type Loose, NOW } from './harness.ts';

const config = configOf({
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC0CASES' },
    hook: { type: 'webhook', url: 'https://hooks.example.com/secret-path', secret: '/pb/hook' },
  },
  routes: [
    { name: 'leaks', when: { threatType: 'data_exfiltration' }, to: 'soc', final: true },
    { name: 'rest', to: 'hook' },
  ],
});
const { get, post, deliveries } = createHarness({ config });
const tried = async (body: object) => {
  const answer = await post('/api/try', body);
  return { status: answer.status, body: (await answer.json()) as Loose };
};

describe('the configuration on the page', () => {
  it('shows routes, destinations and rules, and no secret', async () => {
    const shown = (await (await get('/api/config')).json()) as Loose;
    expect(shown.routes.map(({ name, to }: Loose) => [name, to])).toEqual([
      ['leaks', ['soc']],
      ['rest', ['hook']],
    ]);
    expect(shown.destinations).toContainEqual({ name: 'hook', type: 'webhook', where: 'hooks.example.com' });
    expect(shown.settings).toContainEqual({ label: 'May decide', text: '2 people in Slack' });
    expect(JSON.stringify(shown)).not.toMatch(/secret|api-key|bot-token/);
  });
});

describe('trying an item', () => {
  it('says which routes a pasted case takes, and why', async () => {
    const { body } = await tried({ item: caseItem() });
    expect(body).toMatchObject({ kind: 'case', domain: 'acme', goesTo: ['soc'] });
    expect(body.routes).toMatchObject([
      { route: 'leaks', outcome: 'matched' },
      { route: 'rest', outcome: 'skipped', because: 'leaks matched before it and is final' },
    ]);
    expect(body.text).toMatch(/^Goes to soc\./);
  });

  it('reads a threat too', async () => {
    const item = { event_id: 't1', title: 'Odd sign-in', created_at: '2026-11-15T09:00:00Z' };
    const { body } = await tried({ item });
    expect(body).toMatchObject({ kind: 'threat', goesTo: ['hook'], title: 'Odd sign-in' });
  });

  it('says what is wrong with what was pasted', async () => {
    for (const item of ['text', null, 7, [], {}]) {
      const { status, body } = await tried({ item });
      expect(status).toBe(400);
      expect(body.error).toMatch(/neither a case, which has a case_id, nor a threat/);
    }
    const { body } = await tried({ item: { case_id: 'c1' } });
    expect(body.error).toMatch(/^This is not a case: .*created_at/);
  });

  it('takes one that the bridge has shown', async () => {
    await deliveries.save(delivery(), 0, null, NOW);
    const { body } = await tried({ domain: 'acme', feed: 'cases', id: 'case-1' });
    expect(body).toMatchObject({ goesTo: ['soc'], title: 'Data exfiltration · Ida Berg' });
    expect((await tried({ domain: 'acme', feed: 'cases', id: 'none' })).status).toBe(404);
    expect((await tried({ feed: 'cases' })).status).toBe(400);
  });
});
