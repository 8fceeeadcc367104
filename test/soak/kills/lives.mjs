/**
 * Loaded before the bundle of a function, and before time is driven. Ends each life of the bundle at its n-th moment, or at the
 * first of a kind: before a call leaves it, or when the answer is there and nobody has read it. A wait in between changes
 * nothing outside, so these are all the moments there are.
 *
 * A life ends with its process; or in place, ten times as cheaply: then this file stands where the bundle would. Every request
 * knows the life that made it, and that of an ended one neither leaves nor hears anything. For the next life the bundle is
 * loaded anew.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import http from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { loadBundle } from './load-bundle.mjs';

const { seed = 0, maxMoments = 0, kinds = [], isWhole = true } = JSON.parse(process.env.DIES ?? '{}');
/** So many of the lives end at a kind of moment, if there is one that is wanted. */
const WANTED = 0.7;
/** Those, and some of the others, live so much longer, or nothing would ever come to its end while it is dangerous. */
const SURVIVES = 5;
const LONG = 0.25;
/** So many turns of the event loop until what an ended life had begun has run into walls. */
const TURNS = 5;
const LIFE = Symbol('the life that a request belongs to');
const ENDED = { alive: false };

const inLife = new AsyncLocalStorage();
/** The one that is alive; null between two. */
let life = null;
let lives = 0;
let ending = null;
if (isMainThread && maxMoments > 0) install();

/** In place of the handler of the bundle. */
export async function handler(event, context) {
  await ending;
  life ??= begin();
  const mine = life;
  return inLife.run(mine, () => {
    mine.handler ??= loadBundle(process.env.BUNDLE);
    const handled = mine.handler
      .then((handle) => handle(event, context))
      .finally(() => (mine.alive ? undefined : mine.ended));
    // Whatever becomes of it once its life has ended.
    handled.catch(() => {});
    return Promise.race([handled, mine.ended]);
  });
}

/** A life ends at its n-th moment, or at the first of a kind. A kind that never comes keeps nobody alive. */
function begin() {
  const [which, long, last] = drawn(`${seed} ${++lives}`);
  const kind = which < WANTED ? kinds[Math.floor((which / WANTED) * kinds.length)] : undefined;
  const most = maxMoments * (kind !== undefined || long < LONG ? SURVIVES : 1);
  let endWith;
  const ended = new Promise((_, reject) => {
    endWith = reject;
  });
  ended.catch(() => {});
  return {
    ...{
      alive: true,
      moments: 0,
      seen: new Set(),
      diesAt: kind === undefined ? 1 + Math.floor(last * most) : most,
      kind,
    },
    ...{ requests: new Set(), answers: new Set(), sockets: new Set(), ended, endWith },
  };
}

/** Three numbers from 0 to 1. */
function drawn(text) {
  const bytes = createHash('sha256').update(text).digest();
  return [0, 4, 8].map((at) => bytes.readUInt32BE(at) / 2 ** 32);
}

function install() {
  if (isWhole) life = begin();
  // The pauses of the AWS SDK are drawn: a seed draws the same ones.
  let draws = 0;
  Math.random = () => drawn(`${seed} ${lives} pause ${++draws}`)[0];
  const { end, emit } = http.ClientRequest.prototype;
  const { addRequest } = http.Agent.prototype;

  http.Agent.prototype.addRequest = function (request, ...given) {
    const mine = inLife.getStore() ?? life ?? ENDED;
    request[LIFE] = mine;
    mine.requests?.add(request);
    return addRequest.call(this, request, ...given);
  };
  http.ClientRequest.prototype.end = function (...given) {
    if (!isOver(this)) moment('before', this);
    return isOver(this) ? this.destroy() : end.apply(this, given);
  };
  http.ClientRequest.prototype.emit = function (name, ...given) {
    if (isOver(this)) return false;
    const mine = this[LIFE];
    if (name === 'socket') mine?.sockets.add(given[0]);
    if (name === 'close') mine?.requests.delete(this);
    if (name === 'response') {
      mine?.answers.add(given[0]);
      given[0].once('close', () => mine?.answers.delete(given[0]));
      moment('after', this);
      if (isOver(this)) return false;
    }
    return emit.call(this, name, ...given);
  };
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (...given) => (life ? write(...given) : true);
  }
}

const isOver = (request) => request[LIFE]?.alive === false;

function moment(when, request) {
  const mine = request[LIFE];
  if (!mine) return;
  const kind = `${when} ${nameOf(request)}`;
  mine.seen.add(kind);
  if (++mine.moments < mine.diesAt && kind !== mine.kind) return;
  writeSync(1, `${JSON.stringify({ died: kind, seen: [...mine.seen] })}\n`);
  if (isWhole) process.kill(process.pid, 'SIGKILL');
  ending = endHere(mine);
}

/** Cuts the life off from everything at once. What it still had to do runs into walls, and then the next may begin. */
async function endHere(mine) {
  mine.alive = false;
  life = null;
  for (const answer of mine.answers) answer.removeAllListeners().on('error', () => {});
  for (const request of mine.requests) request.destroy();
  for (const socket of mine.sockets) socket.destroy();
  globalThis[Symbol.for('driven time')]?.forget();
  for (let left = TURNS; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
  const error = new Error('the process ended before it answered');
  error.name = 'Runtime.ExitError';
  mine.endWith(error);
}

// `UpdateItem`, or the method and the path where it is not AWS.
export function nameOf(request) {
  const target = request.getHeader('x-amz-target');
  if (target) return String(target).replace(/^.*\./, '');
  const path = request.path
    .replace(/\?.*/s, '')
    .replace(/\/[^/]*(?:[0-9a-f]{8}-|[0-9a-f]{20}|%|\d{3}|@)[^/]*/gi, '/*');
  return `${request.method} ${path}`;
}
