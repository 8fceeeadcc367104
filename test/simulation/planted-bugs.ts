/** A mistake that someone could make, written into the source as it is bundled. The source itself stays right. */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly right: string;
  readonly wrong: string;
  /** Where the first history that shows it comes early; 1 unless given. */
  readonly seed?: number;
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'the cursor is moved first',
    seed: 8,
    file: 'lib/feed/poll-run.ts',
    right: 'const fresh = await enqueuePage(answer, wanted, walk.asked);',
    wrong:
      'await lease.save(suspendWalk(state, next, context())); const fresh = await enqueuePage(answer, wanted, walk.asked);',
  },
  {
    name: 'items are recorded first',
    file: 'lib/feed/enqueue-threats.ts',
    right: 'const routed = loud.map((item) => {',
    wrong:
      'await ledger.record(feed, fresh.map(({ id, createdAtMs }) => ({ id, createdAtMs, missing: [] })), clock.now());\n  const routed = loud.map((item) => {',
  },
  {
    name: '> where it should be >=',
    file: 'lib/feed/walk.ts',
    right: 'item.createdAtMs >= walk.wantedFromMs',
    wrong: 'item.createdAtMs > walk.wantedFromMs',
  },
  {
    name: 'the lookback is ignored',
    seed: 2,
    file: 'lib/feed/plan-walks.ts',
    right: 'const floorMs = floorOf(state, rules.lookbackMs);',
    wrong: 'const floorMs = floorOf(state, 0);',
  },
  {
    name: 'Failed[] is swallowed',
    file: 'lib/queues/send-batch.ts',
    right: 'if (taken.has(String(index))) return [];',
    wrong: 'if (index >= 0) return [];',
  },
  {
    name: 'UnprocessedItems is swallowed',
    file: 'lib/dynamo/dynamo-batches.ts',
    right: 'return answer.UnprocessedItems?.[parts.tableName] ?? [];',
    wrong: 'return [];',
    seed: 35,
  },
  {
    name: 'the expiry of a lease is left to the database',
    file: 'lib/dynamo/feed-row.ts',
    right: 'either(hasNoLease, leaseIsMine, leaseIsOver, leaseIsTooLong)',
    wrong: 'either(hasNoLease, leaseIsMine)',
  },
  {
    name: 'seconds for milliseconds in the lease',
    file: 'lib/dynamo/feed-row.ts',
    right: "':expiresAtMs': number(nowMs + leaseMs)",
    wrong: "':expiresAtMs': number(nowMs + leaseMs / 1000)",
    seed: 29,
  },
  {
    name: 'no fencing',
    seed: 2,
    file: 'lib/dynamo/feed-row.ts',
    right: 'const condition = conditionOf(save);',
    wrong: "const condition = 'attribute_not_exists(#nothing)';",
  },
  {
    name: 'a gap is dropped when the time is up',
    seed: 8,
    file: 'lib/feed/poll-run.ts',
    right: 'const settle = ended ? completeWalk : suspendWalk;',
    wrong: 'const settle = ended ? completeWalk : completeWalk;',
  },
  {
    name: 'the order is trusted after a violation',
    file: 'lib/feed/walk.ts',
    right: 'walk.fromHead && !walk.whole && walk.rises === 0 && walk.falls >= ENOUGH_EVIDENCE',
    wrong: 'walk.fromHead && walk.falls >= ENOUGH_EVIDENCE',
  },
  {
    name: 'the watermark is taken from an unfinished walk',
    seed: 13,
    file: 'lib/feed/poll-run.ts',
    right: 'if (resumed || walk.pages > 0) state = suspendWalk(state, walk, context());',
    wrong: 'if (resumed || walk.pages > 0) state = completeWalk(state, walk, context());',
  },
  {
    name: 'an empty page is believed',
    seed: 245,
    file: 'lib/feed/walk.ts',
    right: 'return page.nextCursor === null;',
    wrong: 'return false;',
  },
  {
    name: 'an item is remembered before it is recorded',
    seed: 102,
    file: 'lib/feed/enqueue-threats.ts',
    right: 'const fresh = unrecorded.filter((item) => !byCases.has(item));',
    wrong:
      'const fresh = unrecorded.filter((item) => !byCases.has(item)); for (const { id } of fresh) memory.add(id);',
  },
  {
    name: 'a walk is forgotten when the API fails',
    seed: 215,
    file: 'lib/feed/poll-run.ts',
    right: 'if (resumed || walk.pages > 0) state = suspendWalk(state, walk, context());',
    wrong: '',
  },
  {
    name: 'an item twice on a page is handed over twice',
    file: 'lib/feed/poll-run.ts',
    right: 'const unknown = [...once.values()].filter(',
    wrong: 'const unknown = wanted.filter(',
  },
  {
    name: 'the watermark follows items dated into the future',
    seed: 6,
    file: 'lib/feed/settle-walk.ts',
    right: 'topMs === null ? null : Math.min(topMs, startedAtMs)',
    wrong: 'topMs',
  },
  {
    name: 'the sweep reaches back from the newest item instead of from the last sweep',
    seed: 2,
    file: 'lib/feed/plan-walks.ts',
    right: 'floorOf(state, sweepWindowMs, state.sweptUpToMs ?? state.sweptAtMs - UNSAID_CLOCK_MS)',
    wrong: 'floorOf(state, sweepWindowMs)',
  },
  {
    name: 'the sweep allows for the time between two sweeps, but not for a time without polls',
    seed: 63,
    file: 'lib/feed/plan-walks.ts',
    right: 'floorOf(state, sweepWindowMs, state.sweptUpToMs ?? state.sweptAtMs - UNSAID_CLOCK_MS)',
    wrong: 'floorOf(state, sweepWindowMs + 25 * 60_000)',
  },
  {
    name: 'a lost place that is answered with a 500 is tried for ever',
    seed: 60,
    file: 'lib/feed/page-reader.ts',
    right: 'if (isRefusal(error) || (isBroken(error) && (await isGone(cursor, request)))) return null;',
    wrong: 'if (isRefusal(error)) return null;',
  },
  {
    name: 'a list that looks newest first as far as it was read is never surveyed',
    seed: 60,
    file: 'lib/feed/plan-walks.ts',
    right: 'if (!state.started || filtersByTime || rests) return null;',
    wrong: 'if (rests || !rests) return null;',
  },
  {
    name: 'history that the first walk did not come to is announced by the survey',
    seed: 64,
    file: 'lib/feed/settle-walk.ts',
    right: 'quietBeforeMs: started && (filtersByTime || metAll) ? null : state.quietBeforeMs,',
    wrong: 'quietBeforeMs: started ? null : state.quietBeforeMs,',
  },
  {
    name: 'a process that was frozen believes that it still has its lease',
    seed: 2,
    file: 'lib/feed/feed-lease.ts',
    right: 'if (heldForMs >= 0 && heldForMs <= LEASE_MS - LEASE_RESERVE_MS) return;',
    wrong: 'if (Number.isFinite(heldForMs)) return;',
  },
  {
    name: 'the lease of a process whose clock is an hour ahead is believed',
    seed: 178,
    file: 'lib/dynamo/feed-row.ts',
    right: 'either(hasNoLease, leaseIsMine, leaseIsOver, leaseIsTooLong)',
    wrong: 'either(hasNoLease, leaseIsMine, leaseIsOver)',
  },
  {
    name: 'a sweep counts from a clock of ours that is an hour ahead',
    seed: 2,
    file: 'lib/feed/settle-walk.ts',
    right: 'const upToMs = topOf(walk) ?? state.watermarkMs ?? walk.startedAtMs;',
    wrong: 'const upToMs = nowMs;',
  },
  {
    name: 'a tick sends ticks',
    file: 'lib/feed/poll-handler.ts',
    right: 'const due = new Map<string, number>();',
    wrong: "const due = new Map<string, number>(); await ticks?.sendAhead(['acme']).catch(() => {});",
  },
  {
    name: 'a tick that is minutes late is looked for',
    file: 'lib/feed/poll-handler.ts',
    right: 'if (nowMs - dueAtMs > MOST_LATE_MS) continue;',
    wrong: '',
  },
  {
    name: 'a repeated tick is looked for twice',
    file: 'lib/feed/recent-looks.ts',
    right: 'return look.upToMs >= dueAtMs && agoMs >= 0 && agoMs < everyMs;',
    wrong: 'return look.upToMs > dueAtMs + everyMs && agoMs >= 0 && agoMs < everyMs;',
  },
  {
    name: 'a tick is looked for that a later one has overtaken',
    file: 'lib/feed/recent-looks.ts',
    right: 'return look.upToMs >= dueAtMs && agoMs >= 0 && agoMs < everyMs;',
    wrong:
      'return dueAtMs > look.upToMs - everyMs && look.upToMs >= dueAtMs && agoMs >= 0 && agoMs < everyMs;',
  },
  {
    name: 'a poll that finds the lease taken asks the API all the same',
    file: 'lib/feed/feed-poller.ts',
    right: "if (loaded.busy) return run.report('busy-elsewhere');",
    wrong: '',
  },
  {
    name: 'the schedule counts on its ticks, which may be lost, and does not look itself',
    file: 'lib/feed/poll-handler.ts',
    right: 'lookAt(due, { deadlineMs, roundMs: everyMs + RESERVE_MS }),',
    wrong: '',
  },
  {
    name: 'a look that failed counts as one',
    file: 'lib/feed/poll-handler.ts',
    right: `looks.forget(domain);
          throw error;`,
    wrong: 'throw error;',
  },
  {
    name: 'after a clock was put back, its last look counts until it has caught up',
    file: 'lib/feed/recent-looks.ts',
    right: 'agoMs >= 0 && agoMs < everyMs',
    wrong: 'agoMs < everyMs',
  },
  {
    name: 'a tick that fails fails its function, and comes back',
    file: 'lib/feed/poll-handler.ts',
    right: 'await lookAt(due, { deadlineMs: untilMs }).catch(() => {});',
    wrong: 'await lookAt(due, { deadlineMs: untilMs });',
  },
];
