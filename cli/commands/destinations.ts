import { defineCommand } from '../frame/definition.ts';
import { lookAtDestinations, tellDestinations } from '../look/look-at-destinations.ts';

export default defineCommand({
  name: 'destinations',
  group: 'Look',
  summary: 'Each destination: open or closed, since when and why, and how much waits for it.',
  about:
    'Ends with 1 if one of them is closed. What waits for it is in the ledger, and is shown by itself when it opens.',
  flags: {},
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'destinations', words: 'All of them.' },
    { line: 'destinations --name staging --json', words: 'Those of another bridge, for a program.' },
  ],
  async run({ bridge, config }) {
    const settings = await config();
    const opened = await bridge();
    const destinations = await lookAtDestinations(opened, settings);
    return {
      value: { destinations },
      lines: tellDestinations(destinations, opened.clock.now()),
      well: destinations.every(({ is }) => is !== 'closed'),
    };
  },
});
