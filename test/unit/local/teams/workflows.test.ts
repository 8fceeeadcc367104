import { describe, expect, it } from 'vitest';
import { block, card, createHarness, execute, message } from './harness.ts';

const withWorkflow = () => {
  const teams = createHarness();
  const { id, url } = teams.addWorkflow(teams.channel);
  const post = async (body: unknown) => {
    const answer = await teams.app.request(new URL(url).pathname, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      code: text === '' ? '' : JSON.parse(text).error.code,
      headers: answer.headers,
    };
  };
  return { teams, id, post };
};

describe('a workflow webhook', () => {
  it('posts a card to its channel, without a token', async () => {
    const { teams, post } = withWorkflow();
    const open = { type: 'Action.OpenUrl', title: 'Open', url: 'https://a.example' };
    expect((await post(message(card([block('Case')], { actions: [open] })))).status).toBe(202);
    expect(teams.messages(teams.channel)).toMatchObject([{ from: 'workflow', shown: ['Case', 'Open'] }]);
    expect(teams.requests()).toMatchObject([{ operation: 'workflow', conversation: teams.channel }]);
  });

  it('refuses what nobody would answer: buttons that come back, and inputs', async () => {
    const { teams, post } = withWorkflow();
    const submit = { type: 'Action.Submit', title: 'a' };
    const inner = { type: 'AdaptiveCard', body: [], actions: [execute('a')] };
    const cards = [
      card([], { actions: [execute('a')] }),
      card([], { actions: [submit] }),
      card([], { actions: [{ type: 'Action.ShowCard', title: 'a', card: inner }] }),
      card([{ type: 'Input.Text', id: 'a' }]),
    ];
    for (const wrong of cards)
      expect(await post(message(wrong))).toMatchObject({ status: 400, code: 'BadSyntax' });
    expect(teams.messages(teams.channel)).toEqual([]);
  });

  it('refuses other shapes, wrong cards and too much', async () => {
    const { teams, post } = withWorkflow();
    teams.set({ rates: false });
    for (const wrong of [
      undefined,
      {},
      { text: 'a' },
      card(),
      { ...message(), more: 1 },
      message({ type: 'x' }),
    ])
      expect((await post(wrong)).status).toBe(400);
    expect(await post(message(card([block('x'.repeat(28 * 1024))])))).toMatchObject({ status: 413 });
  });

  it('is gone when it was removed, and says when it is too much', async () => {
    const { teams, id, post } = withWorkflow();
    for (let turn = 0; turn < 4; turn += 1) expect((await post(message())).status).toBe(202);
    const refused = await post(message());
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
    expect(teams.removeWorkflow(id)).toBe(true);
    expect((await post(message())).status).toBe(404);
  });

  it('posts what the bot cannot change', async () => {
    const { teams, post } = withWorkflow();
    await post(message());
    const [posted] = teams.messages(teams.channel);
    const answer = await teams.call('PUT', `/${teams.channel}/activities/${posted?.id}`, message());
    expect([answer.status, answer.body.error.code]).toEqual([403, 'ForbiddenOperationException']);
  });
});
