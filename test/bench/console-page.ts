import type { CDPSession, Page } from 'playwright-core';

export interface PageFigures {
  /** After everything that nobody holds was thrown away. */
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Since the last reading. */
  readonly longTasks: number;
  readonly longestTaskMs: number;
}

interface WithLongTasks {
  longTasks?: number[];
}

/** Tasks of more than 50 ms, as the browser counts them: within them the page does not answer. */
export const watchLongTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const durations: number[] = [];
    (window as WithLongTasks).longTasks = durations;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'longtask' });
  });

export async function readPage(page: Page, cdp: CDPSession): Promise<PageFigures> {
  const tasks = await page.evaluate(() => (window as WithLongTasks).longTasks?.splice(0) ?? []);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return {
    heapMb: usedSize / 1_000_000,
    nodes,
    listeners: jsEventListeners,
    longTasks: tasks.length,
    longestTaskMs: Math.max(0, ...tasks),
  };
}
