import { describe, expect, it } from 'vitest';
import { createHarness, modal, plain } from './harness.ts';

describe('views.open', () => {
  it('opens one view with a trigger, within three seconds', async () => {
    const slack = createHarness();
    const trigger_id = slack.mintTrigger(slack.userId);
    slack.pass(3_000);
    const opened = await slack.call('views.open', { trigger_id, view: modal({ private_metadata: 'p' }) });
    expect(opened).toMatchObject({
      ok: true,
      view: { type: 'modal', private_metadata: 'p', root_view_id: opened.view.id, previous_view_id: null },
    });
    expect(slack.viewOf(slack.userId)).toMatchObject({ id: opened.view.id });
    expect((await slack.call('views.open', { trigger_id, view: modal() })).error).toBe(
      'exchanged_trigger_id',
    );
  });

  it('refuses triggers that are old, unknown or missing', async () => {
    const slack = createHarness();
    const trigger_id = slack.mintTrigger(slack.userId);
    slack.pass(3_001);
    expect((await slack.call('views.open', { trigger_id, view: modal() })).error).toBe('expired_trigger_id');
    expect((await slack.call('views.open', { trigger_id: '1.2.3', view: modal() })).error).toBe(
      'invalid_trigger_id',
    );
    expect((await slack.call('views.open', { view: modal() })).error).toBe('invalid_arguments');
    expect(slack.views()).toEqual([]);
  });

  it('does not use the trigger up on a view it refuses', async () => {
    const slack = createHarness();
    const trigger_id = slack.mintTrigger(slack.userId);
    const long = modal({ title: plain('x'.repeat(25)) });
    expect(await slack.call('views.open', { trigger_id, view: long })).toEqual({
      ok: false,
      error: 'invalid_arguments',
      response_metadata: {
        messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'],
      },
    });
    expect((await slack.call('views.open', { trigger_id })).error).toBe('invalid_arguments');
    expect((await slack.ask('views.open', { trigger_id, view: JSON.stringify(modal()) })).ok).toBe(true);
  });
});

describe('views.update', () => {
  const setUp = async () => {
    const slack = createHarness();
    const open = async (userId: string, more: object = {}) =>
      (await slack.call('views.open', { trigger_id: slack.mintTrigger(userId), view: modal(more) })).view;
    return { slack, open };
  };

  it('needs the hash of what is shown, when it gives one', async () => {
    const { slack, open } = await setUp();
    const { id: view_id, hash } = await open(slack.userId);
    const view = modal({ title: plain('Second') });
    const second = await slack.call('views.update', { view_id, hash, view });
    expect(second).toMatchObject({ ok: true, view: { id: view_id, title: { text: 'Second' } } });
    expect(second.view.hash).not.toBe(hash);
    expect((await slack.call('views.update', { view_id, hash, view })).error).toBe('hash_conflict');
    expect((await slack.call('views.update', { view_id, view })).ok).toBe(true);
    expect(slack.seen(slack.userId).map(({ what }) => what)).toEqual([
      'view-opened',
      'view-updated',
      'view-updated',
    ]);
  });

  it('finds a view by the name the app gave it, and wants that name for itself', async () => {
    const { slack, open } = await setUp();
    await open(slack.userId, { external_id: 'mine' });
    const view = modal({ external_id: 'mine' });
    expect((await slack.call('views.update', { external_id: 'mine', view })).ok).toBe(true);
    const trigger_id = slack.mintTrigger(slack.otherId);
    expect((await slack.call('views.open', { trigger_id, view })).error).toBe('duplicate_external_id');
    expect((await slack.call('views.update', { external_id: 'other', view })).error).toBe('not_found');
    expect((await slack.call('views.update', { view })).error).toBe('invalid_arguments');
  });
});
