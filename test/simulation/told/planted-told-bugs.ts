import type { PlantedBug } from '../planted-bugs.ts';

export const PLANTED_TOLD_BUGS: readonly PlantedBug[] = [
  {
    name: 'what a mute hides is listed nowhere',
    file: 'lib/feed/enqueue-items.ts',
    right: 'await hidden.note([...muted,',
    wrong: 'await hidden.note([',
  },
  {
    name: 'a mute that is over goes on hiding',
    file: 'lib/mutes/mute.ts',
    right: 'mute.atMs <= nowMs && nowMs < endOf(mute)',
    wrong: 'mute.atMs <= nowMs',
  },
  {
    name: 'who is muted is shown all the same',
    file: 'lib/feed/enqueue-items.ts',
    right: 'queued: routed.filter(({ destination }) => !hidden.isAt(item, destination))',
    wrong: 'queued: routed',
  },
  {
    name: 'a case that becomes critical stays where it was',
    file: 'lib/feed/added-chats.ts',
    right: '!routedTo?.includes(chat) ||',
    wrong: '',
  },
  {
    name: 'a case that was muted and becomes critical stays hidden',
    file: 'lib/feed/added-chats.ts',
    right: ' || (isCritical && mutedAt.includes(chat))',
    wrong: '',
  },
  {
    name: 'what a window folds is listed nowhere',
    file: 'lib/feed/enqueue-items.ts',
    right: 'await folded.note((id, chat) => !untaken.get(id)?.includes(chat));',
    wrong: '',
  },
  {
    name: 'the first of a window that comes again is folded by it',
    file: 'lib/alike/plan-folds.ts',
    right: 'window && window.first.id !== item.id && standsFor',
    wrong: 'window && standsFor',
  },
  {
    name: 'what is worse than the first is folded all the same',
    file: 'lib/alike/plan-folds.ts',
    right: "standsFor(window.first.severity, item.severity) === 'yes'",
    wrong: "standsFor(window.first.severity, item.severity) !== 'unsure'",
  },
  {
    name: 'what is alike is folded where the first was not sent',
    file: 'lib/alike/plan-folds.ts',
    right: 'windows.every((window) => window?.at.includes(chat))',
    wrong: 'windows.every((window) => window)',
  },
  {
    name: 'what a mute hides stands for others',
    file: 'lib/feed/enqueue-items.ts',
    right: '.map(({ item, queued }) => ({ item, chats: chatsIn(queued) }))',
    wrong: '.map(({ item, routed }) => ({ item, chats: chatsIn(routed) }))',
  },
  {
    name: 'a window counts as listed though the chat did not take the notice',
    file: 'lib/reconcile/list-folded.ts',
    right: '(await tell(window, folded))) await',
    wrong: '((await tell(window, folded)), true)) await',
  },
  {
    name: 'a window that is over goes on folding',
    file: 'lib/alike/alike.ts',
    right: 'sinceMs <= nowMs && nowMs < untilMs',
    wrong: 'sinceMs <= nowMs && untilMs > 0',
  },
  {
    name: 'a window does not outlive the process that opened it',
    file: 'lib/feed/folding.ts',
    right: 'if (taken.length > 0 && !(await ledger.open({ ...one, window: { ...window, at: taken } })))',
    wrong: 'if (one.version < 0)',
  },
  {
    name: 'a threat is taken for told where its case was not handed over',
    file: 'lib/feed/queued-items.ts',
    right: 'items.filter((item) => item.inChat && !unsent.has(item))',
    wrong: 'items.filter((item) => item.inChat)',
  },
  {
    name: 'threats are noted as told before their case is handed over',
    file: 'lib/feed/enqueue-items.ts',
    right: `await waits.changed(changed);
  const unsent =`,
    wrong: `await waits.changed(changed);
  if (feed.feed === 'cases') await told.note(news.flatMap(({ item, queued }) => toldBy(item.id, messages.eventsIn(queued), chatsWith(queued, new Map()))));
  const unsent =`,
  },
  {
    name: 'with its case a threat is recorded as seen, over what is missing of it',
    file: 'lib/feed/enqueue-items.ts',
    right: 'if (tells.length > 0) await told.note(tells);',
    wrong: `if (tells.length > 0) await told.note(tells);
    const seen = tells.map(({ id }) => ({ id, createdAtMs: 0, missing: [] }));
    await ledger.record({ ...feed, feed: 'threats' }, seen, clock.now());`,
  },
  {
    name: 'a threat is told when its case tells it at one of its destinations',
    file: 'lib/feed/item-messages.ts',
    right: 'return destinations.every((name)',
    wrong: 'return destinations.some((name)',
  },
  {
    name: 'a threat that is to be seen in the channel counts as told',
    file: 'lib/routing/route-item.ts',
    right: 'toldAt.includes(destination) && !broadcast.includes(destination)',
    wrong: 'toldAt.includes(destination)',
  },
  {
    name: 'events that were left out of a large case count as told',
    file: 'lib/feed/item-messages.ts',
    right: "const { events } = trimItem('case', envelope.item, KEPT_BYTES).item;",
    wrong: 'const { events } = envelope.item;',
  },
  {
    name: 'cases from before the start tell their threats',
    file: 'lib/feed/enqueue-items.ts',
    right: `if (tells.length > 0) await told.note(tells);`,
    wrong: `const quiet = fresh.filter((item) => !loud.includes(item));
    tells.push(...quiet.flatMap((item) => toldBy(item.id, messages.eventsIn(messages.forNew(item)), ['soc', 'duty'])));
    if (tells.length > 0) await told.note(tells);`,
  },
  {
    name: 'the notifier counts on links that the poller does not make where a chat is missing',
    file: 'lib/feed/enqueue-items.ts',
    right: 'return events.length > 0 ? toldBy',
    wrong: 'return events.length > 0 && missingIn(queued, unsent).length === 0 ? toldBy',
  },
  {
    name: 'threats do not wait for the cases of the same look',
    file: 'lib/feed/poll-run.ts',
    right: 'await turn();',
    wrong: '',
  },
];
