import { describe, expect, it } from 'vitest';
import { addEarlier, changeRooms, MOST_MESSAGES, openRooms } from '../../../console/client/state/rooms.ts';
import type { Message } from '../../../console/wire.ts';
import { message as any } from './bridge.ts';

const message = (key: string, more: Partial<Message> = {}) => any(key, { channel: 'soc', text: '', ...more });
const soc = { id: 'soc', name: 'soc', total: 0 };
const ops = { id: 'ops', name: 'ops', total: 0 };
const keysOf = (messages: readonly Message[] = []) => messages.map(({ key }) => key);

describe('rooms', () => {
  it('puts what is sent again in place of the first', () => {
    const rooms = openRooms([soc], [message('1'), message('2')]);
    const [room] = changeRooms(rooms, { messages: [message('1', { text: 'decided' })] });
    expect(room?.messages.map(({ key, text }) => [key, text])).toEqual([
      ['1', 'decided'],
      ['2', ''],
    ]);
    expect(room?.total).toBe(2);
  });

  it('puts what comes late where its time is', () => {
    const rooms = openRooms([soc], [message('1'), message('3')]);
    expect(keysOf(changeRooms(rooms, { messages: [message('2')] })[0]?.messages)).toEqual(['1', '2', '3']);
  });

  it('keeps answers in their thread, and in the channel too only when they were sent there', () => {
    const answers = [message('2', { root: '1' }), message('3', { root: '1', broadcast: true })];
    const [room] = openRooms([soc], [message('1'), ...answers]);
    expect(keysOf(room?.messages)).toEqual(['1', '3']);
    expect(keysOf(room?.threads.get('1'))).toEqual(['2', '3']);
    expect(room?.total).toBe(2);
  });

  it('keeps the latest only, with their threads, and counts all', () => {
    const many = Array.from({ length: MOST_MESSAGES + 5 }, (_, at) => message(String(at + 1)));
    const rooms = openRooms([soc], many.slice(0, MOST_MESSAGES));
    const answered = changeRooms(rooms, {
      messages: [message('900', { root: '1' }), message('901', { root: '90' })],
    });
    const [room] = changeRooms(answered, { messages: many.slice(MOST_MESSAGES) });
    expect(room?.messages).toHaveLength(MOST_MESSAGES);
    expect(room?.messages[0]?.key).toBe('6');
    expect([...(room?.threads.keys() ?? [])]).toEqual(['90']);
    expect(room?.total).toBe(MOST_MESSAGES + 5);
  });

  it('counts those that the server did not send', () => {
    expect(openRooms([{ ...soc, total: 412 }], [message('1')])[0]?.total).toBe(412);
  });

  it('takes out what was removed, and its thread', () => {
    const rooms = openRooms([soc], [message('1'), message('2'), message('3', { root: '1' })]);
    const [room] = changeRooms(rooms, { removed: [{ channel: 'soc', key: '1' }] });
    expect(keysOf(room?.messages)).toEqual(['2']);
    expect(room?.threads.size).toBe(0);
    expect(room?.total).toBe(1);
  });

  it('leaves a room without news the very same object', () => {
    const rooms = openRooms([soc, ops], []);
    const changed = changeRooms(rooms, { messages: [message('1')] });
    expect(changed[1]).toBe(rooms[1]);
    expect(changed[0]).not.toBe(rooms[0]);
  });
});

describe('addEarlier', () => {
  it('puts them before the others, keeps them, and counts nothing twice', () => {
    const [room] = openRooms(
      [{ ...soc, total: 300 }],
      Array.from({ length: MOST_MESSAGES }, (_, at) => message(String(1_000 + at))),
    );
    if (room === undefined) throw new Error('there is no room');
    const reply = message('902', { root: '901' });
    const more = addEarlier(room, [message('900'), message('901'), reply]);
    expect(more.total).toBe(300);
    expect(more.messages.slice(0, 3).map(({ key }) => key)).toEqual(['900', '901', '1000']);
    expect(more.threads.get('901')).toEqual([reply]);
    const [after] = changeRooms([more], { messages: [message('2000')] });
    expect(after?.total).toBe(301);
    expect(after?.messages).toHaveLength(MOST_MESSAGES + 2);
    expect(after?.messages.at(-1)?.key).toBe('2000');
  });
});
