import { markOf } from '../../../lib/delivery/bring-up-to-date.ts';
import type { Delivery, DeliveryKey } from '../../../lib/delivery/delivery.ts';
import type { SlackMessage } from '../../../lib/slack/message.ts';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import { type Bridge, CHANNELS } from './bridge.ts';
import type { ModelQueue } from './model-queue.ts';
import type { ModelSlack, SlackPost } from './model-slack.ts';
import type { World } from './world.ts';

export interface Deliveries {
  readonly world: World;
  readonly slack: ModelSlack;
  readonly bridge: Bridge;
  readonly slackQueue: ModelQueue;
  readonly isRefused: (destination: string) => boolean;
}

/** One item at one destination, with what is known of it at the end. */
export interface Place {
  readonly key: DeliveryKey;
  readonly row: Delivery | null;
  readonly verdict: CaseVerdict | null;
  /** When the newest word about it was from. */
  readonly updatedAt: string | null;
}

/** What has to be true of one item at one destination when nothing is left to happen. */
export function judgePlace(deliveries: Deliveries, { key, row, verdict, updatedAt }: Place): void {
  const { world, slack, bridge, slackQueue, isRefused } = deliveries;
  const { wrong, history } = world;
  const channel = CHANNELS[key.destination as keyof typeof CHANNELS];
  const name = `${key.id} at ${key.destination}`;
  const posted = postsWith(markOf(key, 'main'));

  if (isRefused(key.destination)) {
    const isParked = slackQueue.dead.some(
      ({ body, reason }) => body.includes(key.id) && reason.includes('is_archived'),
    );
    if (!isParked) wrong.push(`${name} cannot be shown, and is not parked`);
    return;
  }
  if (posted.length === 0) wrong.push(`${name} was lost`);
  if (!row?.main) {
    if (posted.every(({ deleted }) => !deleted)) wrong.push(`${name} is not known to be shown`);
    return;
  }
  const deleted = slack.posts.some((post) => post.channel === channel && post.deleted);
  if (history.readable && !deleted && posted.length > 1)
    wrong.push(`${name} was posted ${posted.length} times`);
  const main = slack.find(channel, row.main.ref.ts);
  if (!main) wrong.push(`${name} is not where the ledger says`);
  if (!main || main.deleted) return;
  const shows = bridge.face.show(row, verdict);
  if (!isSame(main, shows.main.message)) {
    wrong.push(`${name} shows "${main.text}" and should show "${shows.main.message.text}"`);
  }
  if (row.content.kind === 'case' && updatedAt !== (row.content.item.updated_at ?? null)) {
    wrong.push(`${name} is of ${row.content.item.updated_at}, and there is newer of ${updatedAt}`);
  }
  judgeThread(row, shows.notes);

  function judgeThread({ notes, thread }: Delivery, wanted: readonly { key: string }[]): void {
    const parent = thread?.ts ?? row?.main?.ref.ts;
    for (const note of wanted) if (!notes[note.key]) wrong.push(`${name} lacks the note ${note.key}`);
    for (const [note, ref] of Object.entries(notes)) {
      const all = postsWith(markOf(key, note));
      if (!all.some(({ ts, threadTs }) => ts === ref.ts && threadTs === parent)) {
        wrong.push(`the note ${note} of ${name} is not in its thread`);
      }
      if (history.readable && !deleted && all.length > 1)
        wrong.push(`the note ${note} of ${name} is repeated`);
    }
    if (history.realFace || row?.content.kind !== 'case') return;
    const told = slack.posts.filter(({ threadTs }) => threadTs === parent).map(({ text }) => text);
    for (const { event_id: id } of row.content.item.events ?? []) {
      if (!told.some((text) => text.includes(id))) wrong.push(`the event ${id} of ${name} is told nowhere`);
    }
  }

  function postsWith(mark: string): SlackPost[] {
    return slack.posts.filter((post) => post.channel === channel && post.mark === mark);
  }
}

/** Digests count what stands under them, and nothing is put aside without a reason. */
export function judgeQueuesAndDigests(deliveries: Deliveries, verdictQueue: ModelQueue): void {
  const { world, slack, slackQueue, isRefused } = deliveries;
  const { wrong, history, counts } = world;
  for (const queue of [slackQueue, verdictQueue]) {
    if (queue.held.length > 0) wrong.push(`${queue.held.length} messages stay in ${queue.url}`);
  }
  for (const { body, reason } of slackQueue.dead) {
    const isArchived = isRefused(JSON.parse(body).destination) && reason.includes('is_archived');
    if (!isArchived) wrong.push(`parked without need: ${reason} ${body}`);
  }
  for (const { reason } of verdictQueue.dead) wrong.push(`a verdict is in the dead letters: ${reason}`);
  if (slackQueue.dead.length > 0 && !slack.posts.some(({ channel }) => channel === CHANNELS.ops)) {
    wrong.push('something is parked, and the operators were not told');
  }
  const marks = new Map<string, number>();
  for (const { channel, mark } of slack.posts) {
    marks.set(`${channel} ${mark}`, (marks.get(`${channel} ${mark}`) ?? 0) + 1);
  }
  const repeats = [...marks.values()].reduce((sum, times) => sum + times - 1, 0);
  if (repeats > 0) world.count('repeats', repeats);
  if (slack.posts.some(({ deleted }) => deleted)) return;
  const digests = slack.posts.filter(({ mark }) => mark.startsWith('storm:'));
  const again = repeats - digests.length + new Set(digests.map(({ mark, channel }) => mark + channel)).size;
  if (again > (counts.PossibleRepeats ?? 0)) {
    wrong.push(`${again} repeats, and ${counts.PossibleRepeats ?? 0} of them counted`);
  }
  if (!history.readable) return;
  if (repeats > 0) wrong.push(`${repeats} messages are repeats, and could have been found`);
  if (history.realFace) return;
  for (const { ts, channel, text } of digests) {
    const under = slack.posts.filter((post) => post.channel === channel && post.threadTs === ts);
    const items = under.filter(({ mark }) => /^acme:(cases:c|threats:t)\d+:/.test(mark));
    if (text !== `storm of ${items.length}`) wrong.push(`"${text}" stands over ${items.length} items`);
  }
}

const isSame = (post: SlackPost, { text, blocks }: SlackMessage): boolean =>
  post.text === text && JSON.stringify(post.blocks) === JSON.stringify(blocks);
