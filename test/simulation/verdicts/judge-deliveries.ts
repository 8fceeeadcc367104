import type { Answer } from '../../../lib/case/answer.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import type { MessageRef } from '../../../lib/chats/shared/chat.ts';
import { renderCaseCard } from '../../../lib/chats/teams/renderer.ts';
import type { Closed } from '../../../lib/delivery/closed.ts';
import type { Delivery, DeliveryKey } from '../../../lib/delivery/delivery.ts';
import { deliveryMark } from '../../../lib/delivery/take-step.ts';
import { type Bridge, CHANNELS } from './bridge.ts';
import type { History } from './history.ts';
import type { ModelQueue } from './model-queue.ts';
import type { ModelSlack } from './model-slack.ts';
import type { ModelSmall } from './model-small.ts';
import type { ModelTeams } from './model-teams.ts';
import { type Seen, seenInSlack, seenInSmall, seenInTeams } from './seen.ts';
import type { World } from './world.ts';

export interface Deliveries {
  readonly world: World;
  readonly slack: ModelSlack;
  readonly teams: ModelTeams;
  readonly smallChat: ModelSmall;
  readonly bridge: Bridge;
  readonly slackQueue: ModelQueue;
  readonly teamsQueue: ModelQueue;
  readonly smallQueue: ModelQueue;
  readonly isRefused: (destination: string) => boolean;
  readonly isClosed: (destination: string) => Closed | null;
  /** How many items there were. */
  readonly handedOver: number;
  /** Messages that tell several threats, with what those say. */
  readonly groups: readonly Delivery[];
}

/** One item at one destination, with what is known of it at the end. */
export interface Place {
  readonly key: DeliveryKey;
  readonly row: Delivery | null;
  readonly answer: Answer | null;
  readonly record: CaseRecord | null;
  /** When the newest word about it was from. */
  readonly updatedAt: string | null;
}

/** What has to be true of one item at one destination when nothing is left to happen. */
export function judgePlace(deliveries: Deliveries, { key, row, answer, record, updatedAt }: Place): void {
  const { world, bridge, isRefused } = deliveries;
  const { wrong, history } = world;
  const inSmall = key.destination === 'duty' && history.small === true;
  const inTeams = key.destination === 'duty' && !inSmall;
  const inSlack = () => seenInSlack(deliveries.slack, key.destination);
  const all = inSmall
    ? seenInSmall(deliveries.smallChat)
    : inTeams
      ? seenInTeams(deliveries.teams)
      : inSlack();
  const isReadable = history.readable && (!inTeams || maySearchTeams(history));
  const name = `${key.id} at ${key.destination}`;
  const posted = postsWith(deliveryMark(key, 'main'));

  if (isRefused(key.destination)) {
    if (!row) wrong.push(`${name} cannot be shown, and is forgotten`);
    // The reason is that of the last try, and Slack may have been down then.
    if (!deliveries.isClosed(key.destination)) wrong.push(`${name} cannot be shown, and nobody knows why`);
    return;
  }
  if (key.feed === 'threats') judgeTold();
  if (row?.toldElsewhere && !row.main) {
    if (posted.length > 0) wrong.push(`${name} is told by another message, and was posted`);
    return;
  }
  if (posted.length === 0) wrong.push(`${name} was lost`);
  if (!row?.main) {
    if (posted.every(({ deleted }) => !deleted)) wrong.push(`${name} is not known to be shown`);
    return;
  }
  const deleted = all.some((post) => post.deleted);
  if (isReadable && !deleted && posted.length > 1) wrong.push(`${name} was posted ${posted.length} times`);
  const main = all.find((post) => isAt(post, row.main?.ref));
  if (!main) wrong.push(`${name} is not where the ledger says`);
  if (!main || main.deleted) return;
  const renderer = inSmall ? bridge.smallRenderer : inTeams ? bridge.teamsRenderer : bridge.renderer;
  const shows = renderer.render({ ...row, record }, answer);
  if (JSON.stringify(main.message) !== JSON.stringify(shows.main.message)) {
    const { message } = shows.main;
    const should = 'text' in message ? message.text : message.summary;
    wrong.push(`${name} shows "${main.text}" and should show "${should}"`);
  }
  if (row.content.kind === 'case' && updatedAt !== (row.content.item.updated_at ?? null)) {
    wrong.push(`${name} is of ${row.content.item.updated_at}, and there is newer of ${updatedAt}`);
  }
  judgeThread(row, shows.notes);
  if (inTeams) judgePrivateCards(deliveries, { ...row, record }, answer);

  /** One message tells it, and the one that its row says. */
  function judgeTold(): void {
    const group = deliveries.groups.find((one) => isIn(one) && one.key.id === row?.toldWith);
    if (row?.toldWith !== undefined && !(group && namesOf(group).includes(key.id))) {
      wrong.push(`${name} was lost: ${row.toldWith} does not tell it`);
    }
    const telling = all.filter(({ text }) => threatsIn(text).includes(key.id)).map(({ mark }) => mark);
    const times = new Set(telling).size + Math.min(1, posted.length);
    if (times > 1) wrong.push(`${name} is told in ${times} messages`);
    if (row?.toldWith === undefined && telling.length > 0) wrong.push(`${name} is told, and nobody knows`);
  }

  function isIn(group: Delivery): boolean {
    return group.key.destination === key.destination;
  }

  function judgeThread({ notes, thread }: Delivery, wanted: readonly { key: string }[]): void {
    const ref = thread ?? row?.main?.ref;
    const parent = ref?.ts ?? ref?.conversation ?? ref?.post;
    for (const note of wanted) if (!notes[note.key]) wrong.push(`${name} lacks the note ${note.key}`);
    for (const [note, at] of Object.entries(notes)) {
      const marked = postsWith(deliveryMark(key, note));
      if (!marked.some((post) => isAt(post, at) && post.under === parent)) {
        wrong.push(`the note ${note} of ${name} is not in its thread`);
      }
      if (isReadable && !deleted && marked.length > 1) wrong.push(`the note ${note} of ${name} is repeated`);
    }
    if (history.realRenderer || row?.content.kind !== 'case') return;
    const told = all.filter(({ under }) => under === parent).map(({ text }) => text);
    for (const { event_id: id } of row.content.item.events ?? []) {
      if (!told.some((text) => text.includes(id))) wrong.push(`the event ${id} of ${name} is told nowhere`);
    }
  }

  function postsWith(mark: string): Seen[] {
    return all.filter((post) => post.mark === mark);
  }
}

/** Whoever has no place in a team may not read there either. */
const maySearchTeams = ({ closings = [] }: History): boolean => closings.length === 0;

const namesOf = ({ content }: Delivery): readonly string[] =>
  content.kind === 'threats' ? content.threats.map(({ id }) => id) : [];

/** The threats that a message names which tells several of them, as the light renderers draw it. */
const threatsIn = (text: string): readonly string[] =>
  text.startsWith('threats ') ? text.split(' ').slice(1) : [];

const isAt = ({ ref }: Seen, at: MessageRef | undefined): boolean =>
  at !== undefined && Object.entries(ref).every(([name, value]) => at[name] === value);

/** What one person alone sees after a press is what everybody sees. */
function judgePrivateCards(
  { teams, bridge, world }: Deliveries,
  row: Delivery & Pick<Place, 'record'>,
  answer: Answer | null,
) {
  const { privately = new Map() } = teams.at(row.main?.ref ?? {}) ?? {};
  // A press that came again has the card of its own until the next change, if its message was purged.
  if (privately.size === 0 || world.history.purges?.length) return;
  const truth = renderCaseCard(bridge.rules, row, answer)?.card;
  for (const [who, { body, actions }] of privately) {
    world.count('private cards left');
    if (JSON.stringify([body, actions]) !== JSON.stringify([truth?.body, truth?.actions])) {
      world.wrong.push(`${who} alone still sees something old of ${row.key.id}`);
    }
  }
}

/** Digests count what stands under them, and nothing is put aside without a reason. */
export function judgeQueuesAndDigests(deliveries: Deliveries, verdictQueue: ModelQueue): void {
  const { world, slack, teams, smallChat, slackQueue, teamsQueue, smallQueue, isRefused } = deliveries;
  const { wrong, history, counts } = world;
  for (const queue of [slackQueue, teamsQueue, smallQueue, verdictQueue]) {
    if (queue.held.length > 0) wrong.push(`${queue.held.length} messages stay in ${queue.url}`);
  }
  for (const { body, reason } of [...slackQueue.dead, ...teamsQueue.dead, ...smallQueue.dead]) {
    wrong.push(`left to a person: ${reason} ${body}`);
  }
  for (const { reason } of verdictQueue.dead) wrong.push(`a verdict is in the dead letters: ${reason}`);
  const toldOps = slack.posts.filter(
    ({ channel, text }) => channel === CHANNELS.ops && !/works again/.test(text),
  );
  if (deliveries.isClosed('lead') && isRefused('lead') && toldOps.length === 0) {
    wrong.push('a destination is closed, and the operators were not told');
  }
  const inSlack = Object.keys(CHANNELS).flatMap((destination) => seenInSlack(slack, destination));
  const all = [...inSlack, ...seenInTeams(teams), ...seenInSmall(smallChat)];
  const repeats = repeatsIn(all);
  if (repeats > 0) world.count('repeats', repeats);
  if (all.some(({ deleted }) => deleted)) return;
  const digests = all.filter(({ text }) => text.startsWith('storm of'));
  const again = repeats - repeatsIn(digests);
  if (again > (counts.PossibleRepeats ?? 0)) {
    wrong.push(`${again} repeats, and ${counts.PossibleRepeats ?? 0} of them counted`);
  }
  const couldBeFound = [...inSlack, ...(maySearchTeams(history) ? seenInTeams(teams) : [])];
  const needless = history.readable ? repeatsIn(couldBeFound) : 0;
  if (needless > 0) wrong.push(`${needless} messages are repeats, and could have been found`);
  if (history.realRenderer) return;
  for (const { ref, channel, text, mark } of digests) {
    const same = digests.filter((one) => one.mark === mark && one.channel === channel);
    // Of one that was repeated, nobody can say which of them the items stand under.
    if (same.length > 1) continue;
    const under = all.filter(
      (post) => post.channel === channel && post.under === (ref.ts ?? ref.conversation ?? ref.post),
    );
    const items = under.filter((post) => /^acme:(cases:c|threats:t)\d+:/.test(post.mark));
    const together = under.flatMap((post) => threatsIn(post.text));
    const distinct = new Set(items.map((item) => item.mark)).size + new Set(together).size;
    const said = Number(text.slice('storm of '.length));
    if (said < distinct || said > deliveries.handedOver) {
      wrong.push(`"${text}" stands over ${distinct} items of ${deliveries.handedOver}`);
    }
  }
}

/** How many were posted besides one for each mark and channel. */
const repeatsIn = (posts: readonly Seen[]): number =>
  posts.length - new Set(posts.map(({ channel, mark }) => `${channel} ${mark}`)).size;
