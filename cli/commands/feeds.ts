import { defineCommand } from '../frame/definition.ts';
import { isFeedWell, lookAtFeeds, tellFeeds } from '../look/look-at-feeds.ts';

export default defineCommand({
  name: 'feeds',
  group: 'Look',
  summary: 'Each list that is polled: when it was polled last, how far it is, and why it is not polled.',
  about: 'Ends with 1 if one of them was not polled for a while, or if the API refuses a key.',
  flags: {},
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'feeds', words: 'All feeds of the bridge.' },
    { line: 'feeds --local --json', words: 'Those of npm start, for a program.' },
  ],
  async run({ bridge, config }) {
    const settings = await config();
    const opened = await bridge();
    const feeds = await lookAtFeeds(opened, settings);
    return { value: { feeds }, lines: tellFeeds(feeds, opened.clock.now()), well: feeds.every(isFeedWell) };
  },
});
