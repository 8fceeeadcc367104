import { describe, expect, it } from 'vitest';
import { changeBridge, MOST_ACTIVITY } from '../../../console/client/state/change-bridge.ts';
import { newsBetween, sayNews } from '../../../console/client/state/news.ts';
import type { Message } from '../../../console/wire.ts';
import { BRIDGE, item, message } from './bridge.ts';

const atMs = 2_000_000;
const activity = (id: number) => ({ id, atMs, text: `${id}` });

describe('changeBridge', () => {
  it('leaves what is not in a change the very same object', () => {
    const after = changeBridge(BRIDGE, { atMs, slack: { messages: [message('1')] } });
    expect(after.slack.rooms[0]?.messages).toHaveLength(1);
    expect(after.teams).toBe(BRIDGE.teams);
    expect(after.flow).toBe(BRIDGE.flow);
    expect(after.items).toBe(BRIDGE.items);
  });

  it('closes a form only when it is said to be closed', () => {
    const modal = { viewId: 'V1', title: 'Verdict', submit: 'Decide', close: 'Cancel', html: '' };
    const open = changeBridge(BRIDGE, { atMs, modal });
    expect(changeBridge(open, { atMs, slack: { messages: [] } }).modal).toBe(modal);
    expect(changeBridge(open, { atMs, modal: null }).modal).toBeNull();
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
  const foundIn = (...messages: Message[]) =>
    newsBetween(BRIDGE, changeBridge(BRIDGE, { atMs, slack: { messages } }));
  const newsOf = (...messages: Message[]) => sayNews(foundIn(...messages));

  it('says one message in its own words', () => {
    expect(newsOf(message('1', { text: 'High: sabotage' }))).toBe('New in soc: High: sabotage');
  });

  it('counts many', () => {
    expect(newsOf(message('1'), message('2'), message('3'))).toBe('3 new messages in soc');
  });

  it('has what is said to this person alone, in a thread too', () => {
    const denied = message('4', { root: '1', onlyYou: true, text: 'You may not' });
    const found = foundIn(message('1'), message('2', { root: '1' }), denied);
    expect(found.filter(({ onlyYou }) => onlyYou)).toEqual([
      { app: 'slack', roomId: 'C1', room: 'soc', text: 'You may not', onlyYou: true },
    ]);
    expect(found).toHaveLength(2);
  });

  it('says nothing of answers in threads, and of what was only changed', () => {
    const before = changeBridge(BRIDGE, { atMs, slack: { messages: [message('1')] } });
    const messages = [message('1', { text: 'decided' }), message('2', { root: '1' })];
    expect(sayNews(newsBetween(before, changeBridge(before, { atMs, slack: { messages } })))).toBe('');
  });
});
