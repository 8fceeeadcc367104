/**
 * Strangers in a process of their own: so many requests a second to each address, for some seconds. Prints how each was
 * answered. Run with one argument, JSON: { urls, perSecond, seconds }.
 */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

const { urls, perSecond, seconds } = JSON.parse(process.argv[2] ?? '{}');
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const BODY = `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', text: 'x'.repeat(600) }))}`;
const TEAMS_TOKEN = ['{"alg":"RS256","kid":"x"}', '{"aud":"x"}', 'x'.repeat(256)]
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

/** From nothing at all to what is missing only the right key. */
const DISGUISES = [
  () => ({}),
  () => ({ 'x-slack-signature': 'v0=1', 'x-slack-request-timestamp': '1' }),
  () => ({
    'x-slack-signature': `v0=${randomBytes(32).toString('hex')}`,
    'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
  }),
  () => ({ authorization: `Bearer ${TEAMS_TOKEN}` }),
];

const counts = {};
const count = (what) => {
  counts[what] = (counts[what] ?? 0) + 1;
};
let [sent, answered, slowestMs] = [0, 0, 0];

function send(url) {
  const startedAt = performance.now();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(BODY),
    ...DISGUISES[sent++ % DISGUISES.length](),
  };
  const outgoing = request(url.replace('RANDOM', randomBytes(8).toString('hex')), {
    method: 'POST',
    agent,
    headers,
  });
  outgoing.on('response', (incoming) => {
    incoming.resume();
    answered++;
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    count(`${url.includes('RANDOM') ? 'unknown path' : 'true path'} ${incoming.statusCode}`);
  });
  outgoing.on('error', () => {
    answered++;
    count('no answer');
  });
  outgoing.end(BODY);
}

const startedAt = performance.now();
const total = perSecond * seconds;
// What is due by now, so that a slow moment is made up for, but slowly: the rate is what is tried, and not a burst.
let [mayCatchUp, lastAt] = [0, startedAt];
const timer = setInterval(() => {
  const now = performance.now();
  mayCatchUp = Math.min(mayCatchUp + ((now - lastAt) / 1_000) * perSecond * 1.1, Math.max(1, perSecond / 10));
  lastAt = now;
  const due = Math.min(total, ((now - startedAt) / 1_000) * perSecond) - sent / urls.length;
  for (let left = Math.floor(Math.min(due, mayCatchUp)); left > 0; left--) {
    mayCatchUp--;
    for (const url of urls) send(url);
  }
  if (sent >= total * urls.length) clearInterval(timer);
}, 5);
const done = setInterval(() => {
  if (sent < total * urls.length || answered < sent) return;
  clearInterval(done);
  const lastedSeconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(
    `${JSON.stringify({ sent, lastedSeconds, slowestMs: Math.round(slowestMs), counts })}\n`,
  );
  process.exit(0);
}, 50);
