import { expect, it } from 'vitest';
import { createUncalledNotice } from '../../../lib/outbox/uncalled-notice.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { healthConfig } from '../features/health/health-world.ts';

const QUEUE = 'https://sqs/slack.fifo';

it('says once a day for each destination whom it could not call, and what to do', async () => {
  const clock = createManualClock();
  const outbox = createMemoryOutbox();
  const config = healthConfig();
  const tell = createUncalledNotice({ config, queueUrls: { slack: QUEUE }, outbox, clock });
  for (const destination of ['soc', 'soc', 'ops'])
    await tell(destination, [{ id: 'S0GONE', name: 'gone' }], 'invalid_blocks');
  const said = outbox.accepted(QUEUE);
  expect(new Set(said.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  const { notice } = JSON.parse(said[0]?.body ?? '');
  expect(notice.title).toBe('soc: a message was posted without its mentions');
  expect(notice.text).toContain('S0GONE (invalid_blocks)');
  expect(notice.text).toContain('Check mention in the routes to soc');
});
