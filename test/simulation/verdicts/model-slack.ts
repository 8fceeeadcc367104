import { RECEIVED } from '../../../lib/chats/shared/texts.ts';
import type { SlackAnswer, SlackApi } from '../../../lib/chats/slack/api.ts';
import type { SlackBlock } from '../../../lib/chats/slack/message.ts';
import { type HttpAnswer, type Transport, TransportError } from '../../../lib/platform/http/transport.ts';
import { type Instance, START, type World } from './world.ts';

export interface SlackPost {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | null;
  readonly mark: string;
  readonly postedAtMs: number;
  text: string;
  blocks: readonly SlackBlock[];
  deleted: boolean;
}

/** An address to answer a click to: five times, for half an hour. */
interface Hook {
  readonly channel: string;
  readonly ts: string;
  readonly clickedAtMs: number;
  uses: number;
}

interface Arguments {
  readonly channel: string;
  readonly ts: string;
  readonly thread_ts?: string;
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
  readonly metadata?: { readonly event_payload: { readonly mark: string } };
  readonly view: { readonly private_metadata: string; readonly callback_id?: string };
}

const HOOKS = 'https://hooks.slack.com/actions/T0ACME0001/';
const HOOK_LIFE_MS = 30 * 60_000;

const no = (code: string): SlackAnswer => ({ is: 'refused', code, permanent: true, reason: `no: ${code}` });
const ok = (body: Record<string, unknown> = {}): SlackAnswer => ({ is: 'ok', body });

/** What the channels show, and how Slack answers. */
export class ModelSlack {
  readonly posts: SlackPost[] = [];
  /** Who was told something in private, by the address of the click; also when that got lost. */
  readonly told = new Map<string, number>();
  onView: (metadata: string) => void = () => {};
  /** The form for several cases, once it lists them. */
  onSeveral: (metadata: string) => void = () => {};
  readonly #world: World;
  readonly #refused: ReadonlySet<string>;
  readonly #gapMs: number;
  /** The channels that may close, by the destination they are. */
  readonly #closing: ReadonlyMap<string, 'soc' | 'other'>;
  readonly #hooks: Hook[] = [];
  readonly #turns = new Map<string, readonly number[]>();

  constructor(
    world: World,
    refused: ReadonlySet<string>,
    gapMs: number,
    closing: ReadonlyMap<string, 'soc' | 'other'> = new Map(),
  ) {
    this.#world = world;
    this.#closing = closing;
    this.#refused = refused;
    this.#gapMs = gapMs;
  }

  find(channel: string | undefined, ts: string | undefined): SlackPost | undefined {
    return this.posts.find((post) => post.channel === channel && post.ts === ts);
  }

  newHook(post: Pick<SlackPost, 'channel' | 'ts'>): string {
    this.#hooks.push({ ...post, clickedAtMs: this.#world.time.nowMs, uses: 0 });
    return `${HOOKS}${this.#hooks.length - 1}`;
  }

  api(process: Instance): SlackApi {
    const { call } = this.#world;
    return {
      call: (method, args) =>
        call(process, method, () => this.#withTrouble(method, () => this.#answer(method, args as never))),
    };
  }

  #withTrouble(method: string, effect: () => SlackAnswer): SlackAnswer {
    const { isTroubled, chance, history, random, count, say } = this.#world;
    if (!isTroubled() || !chance(history.slackFaults)) return effect();
    count('faults');
    const kind = Math.floor(random() * 4);
    say(
      () =>
        `Slack: ${method} ${['is taken without an answer', 'gets no answer', 'is too much', 'is down'][kind]}`,
    );
    if (kind === 0) effect();
    if (kind < 2) return { is: 'unknown', reason: 'no answer' };
    return kind === 2
      ? { is: 'busy', retryAfterMs: 1_000 + Math.floor(random() * 20_000) }
      : { is: 'failed', reason: 'down' };
  }

  #answer(method: string, args: Arguments): SlackAnswer {
    if (method === 'chat.postMessage') return this.#post(args);
    if (method === 'chat.update') return this.#update(args);
    if (method === 'views.open') {
      if (args.view.callback_id === 'verdict') this.onView(args.view.private_metadata);
      return ok({ view: { id: 'V1', hash: 'h1' } });
    }
    if (method === 'views.update') {
      const { callback_id, private_metadata } = args.view;
      if (callback_id === 'several' && private_metadata) this.onSeveral(private_metadata);
      return ok();
    }
    const { channel, ts } = args;
    const closed = this.#closedFor(channel);
    // Without the right to post there may be one to read; without a token or a channel there is none.
    if (closed?.is === 'refused' && closed.code !== 'missing_scope') return closed;
    if (!this.#world.history.readable) return no('missing_scope');
    const inThread = method === 'conversations.replies';
    if (inThread && this.find(channel, ts)?.deleted !== false) return no('thread_not_found');
    const seen = this.posts.filter(
      (post) =>
        post.channel === channel &&
        !post.deleted &&
        (inThread ? post.threadTs === ts : post.threadTs === null),
    );
    return ok({
      messages: seen.map((post) => ({
        ts: post.ts,
        metadata: { event_type: 'posture_bridge_delivery', event_payload: { mark: post.mark } },
      })),
    });
  }

  #closedFor(channel: string): SlackAnswer | null {
    if (this.#refused.has(channel)) return no('is_archived');
    if (!this.#closing.has(channel)) return null;
    const code = this.#world.closedBecause(this.#closing.get(channel) ?? 'soc');
    return code && no(code);
  }

  #post({ channel, thread_ts, text, blocks, metadata }: Arguments): SlackAnswer {
    const { time, say, count } = this.#world;
    const closed = this.#closedFor(channel);
    if (closed) return closed;
    if (thread_ts !== undefined && this.find(channel, thread_ts)?.deleted !== false)
      return no('thread_not_found');
    this.#checkPace(channel);
    const ts = `${((time.nowMs - START) / 1000).toFixed(3)}${String(this.posts.length).padStart(3, '0')}`;
    const mark = metadata?.event_payload.mark ?? '';
    const said = { text, blocks, deleted: false };
    this.posts.push({ ...said, channel, ts, threadTs: thread_ts ?? null, mark, postedAtMs: time.nowMs });
    count('posts');
    say(() => `${channel} shows ${mark}${thread_ts ? ` under ${thread_ts}` : ''} at ${ts}: ${text}`);
    return ok({ channel, ts });
  }

  /** Turns were written down, so many before `nextAtMs`: nobody may post before each of them. */
  sawTurns(channel: string, { nextAtMs, turns: count = 1 }: { nextAtMs: number; turns?: number }): void {
    const { wrong } = this.#world;
    const turns = this.#turns.get(channel) ?? [];
    const before = turns.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (nextAtMs <= before) wrong.push(`the turns at ${channel} went back from ${before} to ${nextAtMs}`);
    const isTurn = nextAtMs - this.#gapMs >= before;
    if (isTurn && count > 1 && nextAtMs - count * this.#gapMs < before) {
      wrong.push(`${count} turns at ${channel} do not fit between ${before} and ${nextAtMs}`);
    }
    const taken = Array.from({ length: Math.max(1, count) }, (_, n) => nextAtMs - n * this.#gapMs);
    this.#turns.set(channel, isTurn ? [...turns, ...taken.reverse()] : turns.with(-1, nextAtMs));
  }

  /** Turns are a gap apart, and every post needs one of its own. How long the way takes is nobody's choice. */
  #checkPace(channel: string): void {
    const { wrong, history, time, count } = this.#world;
    const turns = this.#turns.get(channel) ?? [];
    const due = turns.filter((nextAtMs) => nextAtMs - this.#gapMs <= time.nowMs + history.skewMs).length;
    const inChannel = this.posts.filter((post) => post.channel === channel);
    if (inChannel.length >= due) wrong.push(`${inChannel.length + 1} posts to ${channel} in ${due} turns`);
    if (time.nowMs - (inChannel.at(-1)?.postedAtMs ?? 0) < 1_000) count('posts within a second');
  }

  #update({ channel, ts, text, blocks }: Arguments): SlackAnswer {
    const closed = this.#closedFor(channel);
    if (closed) return closed;
    const post = this.find(channel, ts);
    if (!post || post.deleted) return no('message_not_found');
    this.#replace(post, text, blocks);
    return ok();
  }

  #replace(post: SlackPost, text: string, blocks: readonly SlackBlock[]): void {
    post.text = text;
    post.blocks = blocks;
    this.#world.count('updates');
    this.#world.say(() => `${post.channel} at ${post.ts} now shows: ${text}`);
  }

  /** Where clicks are answered. */
  transport(process: Instance): Transport {
    const { call } = this.#world;
    const send: Transport['send'] = ({ url, body = '' }) => {
      const index = Number(url.href.slice(HOOKS.length));
      return call(process, 'response_url', () => this.#respond(index, url.href, JSON.parse(body)));
    };
    return { send, close: () => undefined };
  }

  #respond(index: number, url: string, body: { replace_original: boolean } & SlackPost): HttpAnswer {
    const { time, isTroubled, chance, random, history } = this.#world;
    const hook = this.#hooks[index];
    // That a click was received says nothing about what became of it.
    const isAnswer = !body.replace_original && body.text !== RECEIVED;
    if (isAnswer) this.told.set(url, (this.told.get(url) ?? 0) + 1);
    const fault = isTroubled() && chance(history.slackFaults) ? random() : 1;
    if (fault < 0.3) throw new TransportError('reset', fault < 0.15);
    if (!hook || hook.uses >= 5 || time.nowMs > hook.clickedAtMs + HOOK_LIFE_MS) {
      return { status: 404, headers: {}, body: 'expired_url' };
    }
    hook.uses++;
    const post = this.find(hook.channel, hook.ts);
    if (body.replace_original && post && !post.deleted) this.#replace(post, body.text, body.blocks);
    if (fault < 0.6) throw new TransportError('reset', true);
    return { status: 200, headers: {}, body: 'ok' };
  }
}
