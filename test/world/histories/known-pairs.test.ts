import { expect, it } from 'vitest';
import { playHistory } from '../play.ts';
import { KNOWN_PAIRS } from './known-pairs.ts';

it.each(Object.entries(KNOWN_PAIRS))(
  'does right what two capabilities do together: %s',
  async (_, history) => {
    const { wrong, story } = await playHistory(history, true);
    expect(wrong, story.join('\n')).toEqual([]);
  },
);
