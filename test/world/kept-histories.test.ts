import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { QUIET } from './histories/known-pairs.ts';
import { keepHistory, keptHistories } from './kept-histories.ts';
import { playHistory } from './play.ts';
import { tellWorld } from './simulate-world.ts';

describe('histories that once went wrong', () => {
  it('are kept, and go well now', async () => {
    for (const [name, history] of keptHistories()) {
      const { wrong } = await playHistory(history, false);
      expect(wrong, `${name}\n${wrong.length > 0 ? await tellWorld(history) : ''}`).toEqual([]);
    }
  });

  it('are read as they were written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-'));
    try {
      keepHistory('seed 1, path 7:2', QUIET, folder);
      expect(keptHistories(folder)).toEqual([['seed-1-path-7-2.json', QUIET]]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
