import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/limits.md', 'utf8');

/** A figure of the page, and where the code has it: whoever changes one is told of the other. */
const FIGURES: readonly (readonly [row: string, says: string, file: string, code: string | RegExp])[] = [
  [
    'new items for one channel in a minute',
    '20 (',
    'lib/config/reference/setting-words.ts',
    /'storm\.threshold': \{\s*default: '`20`'/,
  ],
  ['the comment of a verdict', '2,000 characters', 'lib/posture/schemas/verdict-schema.ts', 'comment: 2000'],
  ['threats chosen in one verdict', '200', 'lib/posture/schemas/verdict-schema.ts', 'eventIds: 200'],
  ['cases decided together', '25 at a time', 'lib/chats/document/bulk-list.ts', 'MOST_CASES_IN_BULK = 25;'],
  ['time to undo', '900 seconds', 'lib/config/verdicts.ts', 'MAX_UNDO_SECONDS = 900;'],
  [
    'how long the first of what is alike stands for the others',
    '5 minutes to 24 hours',
    'lib/config/dedupe.ts',
    "atLeast: '5m', atMost: '24h'",
  ],
  [
    'what the list of a window names',
    'the first 25',
    'lib/features/dedupe/deduped-words.ts',
    'MOST_IDS = 25;',
  ],
  ['conditions in conditions', '10 deep', 'lib/config/condition.ts', 'MAX_CONDITION_DEPTH = 10;'],
  ['an item in the ledger', '350 KB', 'lib/dynamo/seen-row.ts', 'MAX_ITEM_BYTES = 350 * 1024;'],
  [
    'an event to a queue or a bus',
    '250,000 bytes',
    'lib/endpoints/open-endpoints.ts',
    'AWS_BYTES = 250_000;',
  ],
  [
    'attempts to tell a webhook',
    '8, over 27 hours and 35 minutes',
    'lib/endpoints/retry-pauses.ts',
    /27 hours and 35 minutes[^[]+\[(?:[^,\]]+,){7}\s*\]/,
  ],
  [
    'how long a receiver may take',
    '10 seconds',
    'lib/endpoints/transports/post-to-webhook.ts',
    'TIMEOUT_MS = 10_000;',
  ],
  [
    'a verdict from a system',
    '64 KB, signed at most 5 minutes ago',
    'lib/features/systems/verify-request.ts',
    /64 \* 1024;\s*const MOST_AGE_MS = 300_000;/,
  ],
  ['messages to a channel', '1.1 seconds', 'lib/chats/slack/rate-limits.ts', 'gapMs: 1_100'],
  [
    'everything that is done in a channel',
    'one thing in 2.05 seconds, and five at once',
    'lib/chats/teams/rate-limits.ts',
    'gapMs: 2_050, burst: 5',
  ],
  ['a message', '50 blocks', 'lib/chats/slack/limits.ts', 'blocks: 50,'],
  ['reading a channel', 'after 5 minutes', 'lib/outbox/find-message.ts', 'HELD_UP_MS = 5 * 60_000;'],
  ['a table', '100 rows', 'lib/chats/slack/limits.ts', 'tableRows: 100,'],
  ['a card', '80 KB; 28 KB', 'lib/chats/teams/message.ts', /80 \* 1024;[\s\S]*28 \* 1024;/],
  [
    'what is kept of people',
    'shown for 90 days',
    'lib/config/retention.ts',
    /DELIVERIES_DEFAULT_MS = 90 \* DAY_MS;/,
  ],
  [
    'channels of one chat that are posted to at once',
    '20',
    'lib/config/concurrency.ts',
    'NOTIFIERS_AT_ONCE = 20;',
  ],
  // Computed for this memory, and not measured yet: whoever changes it computes it anew.
  [
    'cases that one run of the poller hands over',
    '28 a second with 512 MB, computed',
    'cdk/poller.ts',
    ': 512,',
  ],
  ['a message in a queue', '14 days', 'cdk/queue-with-dead-letters.ts', 'retentionPeriod: Duration.days(14)'],
];

describe('docs/limits.md', () => {
  it.each(FIGURES)('says of %s what the code has', (row, says, file, code) => {
    const line = page.split('\n').find((one) => one.startsWith(`| ${row} |`)) ?? '';
    expect(line).toContain(says);
    const source = readFileSync(file, 'utf8');
    if (typeof code === 'string') expect(source).toContain(code);
    else expect(source).toMatch(code);
  });
});
