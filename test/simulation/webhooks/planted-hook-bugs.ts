import type { PlantedBug } from '../planted-bugs.ts';

export const PLANTED_HOOK_BUGS: readonly PlantedBug[] = [
  {
    name: 'an event is written as taken before it is sent',
    file: 'lib/webhook/send-event.ts',
    right: 'const { content } = saved.value;',
    wrong: `const { content } = saved.value;
    const version = await ledger.save(ended(saved.value, 'taken'), saved.version, null, clock.now());
    Object.assign(saved, { version: version ?? saved.version });`,
  },
  {
    name: 'an answer that does not come counts as taken',
    file: 'lib/webhook/judge-answer.ts',
    right: "if (posted.is === 'nothing') return endpoint({ kind: 'unreachable', reason: posted.reason });",
    wrong: "if (posted.is === 'nothing') return { is: 'taken' };",
  },
  {
    name: 'every attempt has an id of its own',
    file: 'lib/webhook/transports/post-to-webhook.ts',
    right: 'signedHeaders({ id: eventId, atMs',
    wrong: 'signedHeaders({ id: eventId + clock.now(), atMs',
  },
  {
    name: 'events go in any order',
    file: 'lib/webhook/deliver-events.ts',
    right: '.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))',
    wrong: '.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))',
  },
  {
    name: 'events of one case are told beside each other',
    file: 'lib/webhook/deliver-events.ts',
    right: ': ofDifferentItems(waiting).slice(0, AT_ONCE)',
    wrong: ': waiting.slice(0, AT_ONCE)',
  },
  {
    name: 'an endpoint that takes events again stays closed',
    file: 'lib/webhook/deliver-events.ts',
    right: 'if (sent.some(isTaken)) await door.open();',
    wrong: '',
  },
  {
    name: 'nobody rings for an endpoint that is closed',
    file: 'lib/reconcile/ring-webhooks.ts',
    right: 'if (closed && endpointRestMs(closed, nowMs, false) > 0) continue;',
    wrong: 'if (closed) continue;',
  },
  {
    name: 'what fails by itself keeps its place before the others',
    file: 'lib/webhook/send-event.ts',
    right: ': ownTimePlace(clock.now() + pauseMs(attempts, random, leastMs));',
    wrong: ': (saved.todo ?? null);',
  },
  {
    name: 'what fails by itself is tried for ever',
    file: 'lib/webhook/send-event.ts',
    right: 'const isLast = othersAreTaken && saved.value.attempts + 1 >= MOST_ATTEMPTS;',
    wrong: 'const isLast = othersAreTaken && saved.value.attempts + 1 >= 10 * MOST_ATTEMPTS;',
  },
  {
    name: 'Retry-After is not kept to',
    file: 'lib/webhook/judge-answer.ts',
    right: 'const leastMs = readRetryAfter(answer.headers, nowMs, LONGEST_RETRY_AFTER_MS) ?? 0;',
    wrong: 'const leastMs = 0;',
  },
  {
    name: 'two events that fail by themselves hold up all others',
    file: 'lib/webhook/deliver-events.ts',
    right: 'const first = (maybeEvent ? probes : probes >> 1) % todos.length;',
    wrong: 'const first = (maybeEvent ? 0 : 0 * probes) % todos.length;',
  },
  {
    name: 'an event that fails again shows that its endpoint takes others',
    file: 'lib/webhook/deliver-events.ts',
    right: "sent.is === 'over' || (sent.is === 'event' && sent.isThere)",
    wrong: "sent.is === 'over' || sent.is === 'event'",
  },
  {
    name: 'what fails again is given up, though the endpoint takes nothing at all',
    file: 'lib/webhook/send-event.ts',
    right: 'await fail(saved, failure, takenAtMs() > lastTriedMs(saved));',
    wrong: 'await fail(saved, failure, true);',
  },
  {
    name: 'a decision is not told where the poller still owes the case',
    file: 'lib/webhook/case-events.ts',
    right: 'return new Set([...told, ...untold.filter((name) => routes.includes(name))]);',
    wrong: 'return told;',
  },
  {
    name: 'only who is on a case now is told, and not who was before',
    file: 'lib/webhook/hook-event.ts',
    right: 'trail.flatMap(({ what, id, by, atMs }) => {',
    wrong: 'trail.slice(-1).flatMap(({ what, id, by, atMs }) => {',
  },
  {
    name: 'a repeat of the verdict function is another event',
    file: 'lib/webhook/hook-event.ts',
    right: '{state.is}.',
    wrong: '{state.is + Math.random()}.',
  },
];
