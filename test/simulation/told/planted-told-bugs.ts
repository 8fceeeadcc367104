import type { PlantedBug } from '../planted-bugs.ts';

export const PLANTED_TOLD_BUGS: readonly PlantedBug[] = [
  {
    name: 'what a mute hides is listed nowhere',
    file: 'lib/feed/withholding.ts',
    right: 'await hidden.note(some.filter(isMuted).map(({ item }) => item));',
    wrong: '',
  },
  {
    name: 'a mute that is over goes on hiding',
    file: 'lib/mutes/mute.ts',
    right: 'mute.atMs <= nowMs && nowMs < endOf(mute)',
    wrong: 'mute.atMs <= nowMs',
  },
  {
    name: 'who is muted is shown all the same',
    file: 'lib/feed/withholding.ts',
    right: "if (muteId !== null) at.set(chat, { by: 'mute', id: muteId });",
    wrong: '',
  },
  {
    name: 'a case that becomes critical stays where it was',
    file: 'lib/case/case-content.ts',
    right: 'place === undefined ||\n',
    wrong: '(record.version === 0 && place === undefined) ||\n',
  },
  {
    name: 'a case that was muted and becomes critical stays hidden',
    file: 'lib/case/case-content.ts',
    right: '(isWithheld(place) && (isWorse(severity, place.severity) || episode > place.episode))',
    wrong: '(isWithheld(place) && episode > place.episode)',
  },
  {
    name: 'what a window folds is listed nowhere',
    file: 'lib/feed/withholding.ts',
    right: 'await folded.note(isTaken);',
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
    file: 'lib/feed/withholding.ts',
    right: 'chats: isAsked ? [] : chats.filter((chat) => hidden.muteAt(item, chat) === null),',
    wrong: 'chats: isAsked ? [] : chats,',
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
    file: 'lib/feed/hand-over-cases.ts',
    right: "places[name] !== 'unsent' && messages.isChat(name)",
    wrong: 'messages.isChat(name)',
  },
  {
    name: 'threats are noted as told before their case is handed over',
    file: 'lib/feed/hand-over-cases.ts',
    right: 'const unsent = await sendQueued(',
    wrong: `await told.note(decided.flatMap(({ item, posts }) => messages.eventsIn(posts).map((id) => ({ id, caseId: item.id, at: chatsIn(posts) }))));
    const unsent = await sendQueued(`,
  },
  {
    name: 'with its case a threat is recorded as seen, over what is missing of it',
    file: 'lib/feed/enqueue-cases.ts',
    right: 'const news = handed.slice(0, loud.length);',
    wrong: `const news = handed.slice(0, loud.length);
  const seen = loud.flatMap(({ item }) => messages.eventsIn(messages.forPlaces(item, messages.route(item.item).destinations)));
  await parts.ledger.record({ ...feed, feed: 'threats' }, seen.map((id) => ({ id, createdAtMs: 0, missing: [] })), clock.now());`,
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
    file: 'lib/feed/enqueue-cases.ts',
    right: 'const news = handed.slice(0, loud.length);',
    wrong: `const news = handed.slice(0, loud.length);
  await parts.told.note(quiet.flatMap(({ item }) => messages.eventsIn(messages.forPlaces(item, ['soc', 'duty'])).map((id) => ({ id, caseId: item.id, at: ['soc', 'duty'] }))));`,
  },
  {
    name: 'the notifier counts on links that the poller does not make where a chat is missing',
    file: 'lib/feed/hand-over-cases.ts',
    right: 'const at = Object.keys(places)',
    wrong: `if (Object.values(places).includes('unsent')) return [];
    const at = Object.keys(places)`,
  },
  {
    name: 'threats do not wait for the cases of the same look',
    file: 'lib/feed/poll-run.ts',
    right: 'await turn();',
    wrong: '',
  },
];
