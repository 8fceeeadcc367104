/**
 * Loaded before the bundle of a function where time is driven by hand. Nothing really waits: a call takes the stated time
 * for computing it and for its service to answer, and if nothing else is left to do, the clock moves to the next event.
 * So the duration of a run does not depend on how busy this machine is.
 */
import { AsyncResource } from 'node:async_hooks';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import { isMainThread } from 'node:worker_threads';

/** A wait this long may be for something that takes real time to compute, so it is checked twice. */
const LONG_MS = 100;
const LOOK_AGAIN_MS = 10;
/** An answer that nobody reads to its end holds up the clock no longer than this. */
const UNREAD_MS = 5_000;
const NO_CONTENT = 204;

if (isMainThread) install(JSON.parse(process.argv.at(-1)));

function install({ startMs, latenciesMs, cpuMs }) {
  const real = {
    Date,
    setTimeout: globalThis.setTimeout,
    setImmediate: globalThis.setImmediate,
    emit: http.ClientRequest.prototype.emit,
    end: http.ClientRequest.prototype.end,
  };
  let nowMs = startMs;
  let running = 0;
  let isAside = false;
  let order = 0;
  /** Events at a certain time: timers, and answers on their way. */
  const due = new Set();
  /** Calls without an answer yet, and answers that are being read. */
  const open = new Set();
  /** All loops: that of a run that has just ended may still wait next to that of the next. */
  const waiting = new Set();
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const closed = (one) => {
    if (open.delete(one) && open.size === 0) wake();
  };

  class DrivenDate extends real.Date {
    constructor(...given) {
      super(...(given.length === 0 ? [nowMs] : given));
    }
    static now() {
      return Math.floor(nowMs);
    }
  }
  globalThis.Date = DrivenDate;
  Object.defineProperty(performance, 'now', { value: () => nowMs - startMs, configurable: true });

  class DrivenTimer {
    constructor(fire, delayMs, everyMs) {
      // As with Node's own, what fires belongs to whoever set it.
      Object.assign(this, {
        fire: AsyncResource.bind(fire),
        delayMs: Math.max(1, Number(delayMs) || 1),
        everyMs,
        isRef: true,
      });
      this.refresh();
    }
    refresh() {
      this.atMs = nowMs + this.delayMs;
      this.order = order++;
      due.add(this);
      wake();
      return this;
    }
    happen() {
      due.delete(this);
      if (this.everyMs) this.refresh();
      this.fire();
    }
    close() {
      due.delete(this);
      return this;
    }
    ref() {
      this.isRef = true;
      return this;
    }
    unref() {
      this.isRef = false;
      return this;
    }
    hasRef() {
      return this.isRef;
    }
    [Symbol.toPrimitive]() {
      return this.order;
    }
    [Symbol.dispose]() {
      due.delete(this);
    }
  }
  const begin = (fire, delayMs, ...given) => new DrivenTimer(() => fire(...given), delayMs);
  const repeat = (fire, delayMs, ...given) => new DrivenTimer(() => fire(...given), delayMs, true);
  const clear = (timer) => {
    if (timer instanceof DrivenTimer) timer.close();
  };
  const ours = { setTimeout: begin, setInterval: repeat, clearTimeout: clear, clearInterval: clear };
  Object.assign(globalThis, ours);
  // An answer takes as long as is stated, so that no call is ever late.
  AbortSignal.timeout = () => new AbortController().signal;
  Object.assign(timers, ours);
  syncBuiltinESMExports();

  http.ClientRequest.prototype.end = function (...given) {
    if (running > 0 && !open.has(this)) {
      open.add(this);
      nowMs += cpuMs.call;
      // Calls of the same moment are answered in the order in which they were sent, whichever was faster here.
      this.driven = { atMs: nowMs + latencyOf(this), order: order++ };
    }
    return real.end.apply(this, given);
  };
  http.ClientRequest.prototype.emit = function (name, ...given) {
    if (name === 'close' || name === 'error') closed(this);
    if (name !== 'response' || !open.has(this)) return real.emit.call(this, name, ...given);
    const [answer] = given;
    const arrival = {
      ...this.driven,
      isRef: true,
      happen: () => {
        due.delete(arrival);
        // An answer without a body is complete with its head.
        if (answer.statusCode !== NO_CONTENT) {
          open.add(answer);
          answer.once('close', () => closed(answer));
          real.setTimeout(() => closed(answer), UNREAD_MS).unref();
        }
        real.emit.call(this, name, ...given);
      },
    };
    due.add(arrival);
    closed(this);
    return true;
  };

  /** A request signed for an AWS service goes there. */
  function latencyOf(request) {
    const signed = /Credential=[^,]*\/(\w+)\/aws4_request/.exec(String(request.getHeader('authorization')));
    return latenciesMs[signed?.[1] ?? 'outside'] ?? latenciesMs.outside;
  }

  const turn = () => new Promise((resolve) => real.setImmediate(resolve));
  async function quiet(turns) {
    for (let left = turns; left > 0; left--) {
      if (open.size > 0) {
        await new Promise((resolve) => waiting.add(resolve));
        left = turns;
      }
      await turn();
    }
  }
  const first = () => {
    let found;
    for (const one of due) {
      if (!one.isRef) continue;
      if (!found || one.atMs < found.atMs || (one.atMs === found.atMs && one.order < found.order))
        found = one;
    }
    return found;
  };

  /** Others run at the same time: the driver of all of them says when this one may go on. */
  const granted = (atMs) =>
    new Promise((resolve) => {
      process.once('message', resolve);
      process.send({ is: 'until', atMs, nowMs });
    });

  async function drive(run) {
    while (run === running) {
      await quiet(3);
      let next = first();
      if (!next || next.atMs - nowMs > LONG_MS) {
        await new Promise((resolve) => real.setTimeout(resolve, next ? LOOK_AGAIN_MS : 1));
        await quiet(1);
        next = first();
      }
      if (run !== running || !next || open.size > 0) continue;
      if (isAside && next.atMs > nowMs) {
        await granted(next.atMs);
        if (run !== running || open.size > 0 || next !== first()) continue;
      }
      nowMs = Math.max(nowMs, next.atMs);
      next.happen();
    }
  }

  globalThis[Symbol.for('driven time')] = {
    /** Nothing that was begun happens any more, and the run asks for no more time. */
    forget() {
      running = 0;
      due.clear();
      open.clear();
      wake();
    },
    /** A run begins at this time. Its waits take no real time. */
    begin(atMs, aside) {
      isAside = aside;
      nowMs = Math.max(nowMs, atMs);
      const startedMs = nowMs;
      nowMs += cpuMs.run;
      running = ++order;
      void drive(running);
      return () => {
        running = 0;
        return nowMs - startedMs;
      };
    },
  };
}
