import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../random.ts';
import type { Desk, Press } from './desks.ts';

export interface AnalystOptions {
  /** How long they look at the channels before they press again. */
  readonly everyMs?: number;
  readonly onPress?: (press: Press) => void;
}

/** People who look at the channels and press what they see, again when the chat tells them that it did not work. */
export function startAnalysts(
  desks: readonly Desk[],
  random: () => number,
  { everyMs = 50, onPress = () => {} }: AnalystOptions = {},
) {
  const counts = { presses: 0, lost: 0 };
  /** What somebody has pressed, and was told that it was taken: they wait for the message to change. */
  const waiting = new Map<string, number>();
  let stopped = false;

  async function press(desk: Desk): Promise<void> {
    const open = desk.open().filter(({ key, edits }) => waiting.get(key) !== edits);
    const message = pick(random, open);
    if (!message) return;
    // Two at once now and then: they may even press on the same one.
    const people = random() < 0.2 ? 2 : 1;
    await Promise.all(
      Array.from({ length: people }, async () => {
        const pressed = await message.press(random);
        if (pressed === null) return;
        counts.presses++;
        if (pressed.answer === 'taken') waiting.set(message.key, message.edits);
        else if (pressed.answer === 'told') counts.lost++;
        onPress(pressed);
      }),
    );
  }

  const working = (async () => {
    while (!stopped) {
      const desk = pick(random, desks);
      if (desk) await press(desk);
      await sleep(everyMs);
    }
  })();
  working.catch(() => {});
  return {
    counts,
    async stop() {
      stopped = true;
      await working;
    },
  };
}
