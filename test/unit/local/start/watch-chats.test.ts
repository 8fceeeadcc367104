import { describe, expect, it } from 'vitest';
import { isDigest } from '../../../../local/start/is-digest.ts';
import { createSlackWatch } from '../../../../local/start/watch-slack.ts';

const section = (...elements: object[]) => ({ type: 'rich_text', elements: [{ elements }] });
const decidedCase = (words: string) => ({
  channel: 'C1',
  ts: '1',
  text: `High · Sabotage · Dana Frost · Ada Winter${words}`,
  onlyFor: null,
  blocks: [section({ type: 'text', text: 'case 7f3e2a10  ·  acme' })],
});

/** What the terminal says of a message that is posted or changed, with these messages from an earlier run. */
function setUp(earlier: readonly object[]) {
  const lines: string[] = [];
  let current: object = {};
  const watch = createSlackWatch(
    {
      message: () => current,
      messages: () => earlier,
      ephemeral: () => [],
      directory: {
        channels: new Map([['C1', { name: 'soc' }]]),
        people: new Map([['U1', { realName: 'Ada Winter', displayName: 'ada' }]]),
      },
    } as never,
    (text) => void lines.push(text),
  );
  const happens = (type: string, message: object) => {
    current = message;
    watch({ type, channel: 'C1', ts: '1' } as never);
  };
  return { lines, happens };
}

describe('the terminal of npm start', () => {
  it('says what was decided once, and nothing of what an earlier run showed', () => {
    const { lines, happens } = setUp([decidedCase(': true positive, recorded')]);
    happens('message.changed', decidedCase(': true positive, recorded'));
    expect(lines).toEqual([]);
    happens('message.changed', decidedCase(' changed true positive to safe'));
    happens('message.changed', decidedCase(' changed true positive to safe'));
    expect(lines).toEqual(['soc: Ada Winter changed true positive to safe']);
  });

  it('calls a digest a digest', () => {
    const { lines, happens } = setUp([]);
    const digest = { channel: 'C1', ts: '1', onlyFor: null, blocks: [], text: '152 new threats' };
    happens('message.posted', digest);
    happens('message.posted', { ...digest, text: 'slack: clicks are refused' });
    expect(lines).toEqual(['soc: digest posted', 'soc: message posted']);
    expect(['1,200 new cases and 3 new threats', '9 earlier cases', '⛈ 1 new item'].every(isDigest)).toBe(
      true,
    );
  });
});
