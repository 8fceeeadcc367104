import { describe, expect, it } from 'vitest';
import { changeBridge, MOST_ACTIVITY } from '../../../../local/console/client/state/apply.ts';
import { newsBetween, sayNews } from '../../../../local/console/client/state/news.ts';
import { BRIDGE, item, slackMessage } from './bridge.ts';

const atMs = 2_000_000;
const activity = (id: number) => ({ id, atMs, text: `${id}` });

describe('changeBridge', () => {
  it('leaves what is not in a change the very same object', () => {
    const after = changeBridge(BRIDGE, { atMs, slack: { messages: [slackMessage('1')] } });
    expect(after.slack.rooms[0]?.messages).toHaveLength(1);
    expect(after.teams).toBe(BRIDGE.teams);
    expect(after.flow).toBe(BRIDGE.flow);
    expect(after.items).toBe(BRIDGE.items);
  });

  it('closes a form only when it is said to be closed', () => {
    const modal = { viewId: 'V1', hash: 'a', title: 'Verdict', submit: 'Decide', close: 'Cancel', html: '' };
    const open = changeBridge(BRIDGE, { atMs, slack: { modal } });
    expect(changeBridge(open, { atMs, slack: { messages: [] } }).modal).toBe(modal);
    expect(changeBridge(open, { atMs, slack: { modal: null } }).modal).toBeNull();
  });

  it('keeps the latest activity only', () => {
    const many = Array.from({ length: MOST_ACTIVITY + 10 }, (_, at) => activity(at));
    const after = changeBridge(changeBridge(BRIDGE, { atMs, activity: many }), {
      atMs,
      activity: [activity(999)],
    });
    expect(after.activity).toHaveLength(MOST_ACTIVITY);
    expect(after.activity.at(-1)?.id).toBe(999);
  });

  it('takes the items as they are given', () => {
    expect(changeBridge(BRIDGE, { atMs, items: [item('a', 'shown')] }).items).toEqual([item('a', 'shown')]);
  });
});

describe('news', () => {
  const newsOf = (...messages: ReturnType<typeof slackMessage>[]) =>
    sayNews(newsBetween(BRIDGE, changeBridge(BRIDGE, { atMs, slack: { messages } })));

  it('says one message in its own words', () => {
    expect(newsOf(slackMessage('1', { text: 'High: sabotage' }))).toBe('New in soc: High: sabotage');
  });

  it('counts many', () => {
    expect(newsOf(slackMessage('1'), slackMessage('2'), slackMessage('3'))).toBe('3 new messages in soc');
  });

  it('always says what is said to this person alone, in a thread too', () => {
    const denied = slackMessage('4', { threadTs: '1', onlyYou: true, text: 'You may not' });
    expect(newsOf(slackMessage('1'), slackMessage('2'), denied)).toBe(
      'To you alone: You may not. 2 new messages in soc',
    );
  });

  it('says nothing of answers in threads, and of what was only changed', () => {
    const before = changeBridge(BRIDGE, { atMs, slack: { messages: [slackMessage('1')] } });
    const messages = [slackMessage('1', { text: 'decided' }), slackMessage('2', { threadTs: '1' })];
    expect(sayNews(newsBetween(before, changeBridge(before, { atMs, slack: { messages } })))).toBe('');
  });
});
