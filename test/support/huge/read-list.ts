/** A process as small as the poller: reads the whole list at `argv[2]` and says what it took. */
import { createPostureClient } from '../../../lib/posture/client.ts';

const client = createPostureClient({ baseUrl: process.argv[2] ?? '', apiKey: 'k' });
globalThis.gc?.();
const before = process.memoryUsage().rss;
let peak = before;
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 2);
const cases: { id: string; events: number }[] = [];
let problem: unknown = null;

/** As the poller does: the next page is on its way while this one is being handed over. */
async function read(): Promise<void> {
  let page = client.cases.page();
  for (;;) {
    const { items, nextCursor } = await page;
    const next = nextCursor === null ? null : client.cases.page({ cursor: nextCursor });
    next?.catch(() => undefined);
    for (const { case_id: id, events } of items) cases.push({ id, events: events?.length ?? 0 });
    peak = Math.max(peak, process.memoryUsage().rss);
    if (!next) return;
    page = next;
  }
}

await read().catch((error: { code?: string; message: string }) => {
  problem = { code: error.code, message: error.message };
});
peak = Math.max(peak, process.memoryUsage().rss);
clearInterval(timer);
client.close();
console.log(JSON.stringify({ cases, problem, grownMb: Math.round((peak - before) / 1e6) }));
