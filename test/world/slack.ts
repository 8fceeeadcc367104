import type { HttpAnswer, HttpRequest } from '../../lib/base/http/http-transport.ts';
import { ASK_VERB } from '../../lib/chats/document/case-questions.ts';
import { EVIDENCE_VERB } from '../../lib/chats/document/press.ts';
import type { Place, Shown } from './shown.ts';
import { START, type World } from './world.ts';

const json = (value: unknown, status = 200, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers,
  body: JSON.stringify(value),
});
const no = (error: string) => json({ ok: false, error });

interface SlackArguments {
  readonly channel: string;
  readonly ts: string;
  readonly thread_ts?: string;
  readonly text: string;
  readonly blocks?: readonly Block[];
  readonly metadata?: { readonly event_payload: { readonly mark: string } };
  readonly view?: { readonly private_metadata: string; readonly callback_id?: string };
}
export interface Block {
  readonly type: string;
  readonly elements?: readonly Element[];
}
interface Element {
  readonly action_id?: string;
  readonly value?: string;
  readonly options?: readonly object[];
}

/** Slack as people see it, and as the bridge hears it over HTTP. */
export function createSlack(world: World) {
  const { time, say, count, isOut } = world;
  const posts: Shown[] = [];
  const hooks: { readonly channel: string; readonly ts: string; uses: number }[] = [];
  const told: string[] = [];
  let onView: (callback: string, metadata: string) => void = () => {};
  let onAnswer: (hook: number, text: string, buttons: Shown['buttons']) => void = () => {};

  const find = (channel: string, ts: string) =>
    posts.find((one) => one.channel === channel && one.id === ts && !one.isDeleted);

  function show(post: Shown, { text, blocks = [] }: Pick<SlackArguments, 'text' | 'blocks'>): void {
    post.text = `${text} ${JSON.stringify(blocks)}`;
    post.buttons = pressablesIn(blocks);
    post.raw = blocks;
    post.texts.push(post.text);
    post.changedAtMs = time.nowMs;
  }

  function post(args: SlackArguments): HttpAnswer {
    const { channel, thread_ts, metadata } = args;
    if (thread_ts !== undefined && !find(channel, thread_ts)) return no('thread_not_found');
    const ts = `${((time.nowMs - START) / 1000).toFixed(3)}${String(posts.length).padStart(3, '0')}`;
    const where: Place = { chat: 'slack', channel, id: ts, thread: thread_ts ?? null };
    const shown: Shown = {
      ...where,
      mark: metadata?.event_payload.mark ?? '',
      postedAtMs: time.nowMs,
      changedAtMs: time.nowMs,
      calls: callsIn(args.blocks ?? []),
      text: '',
      buttons: [],
      raw: [],
      isDeleted: false,
      texts: [],
    };
    show(shown, args);
    posts.push({ ...shown, first: { text: shown.text, buttons: shown.buttons } });
    count('posts');
    say(() => `${channel}${thread_ts ? ` under ${thread_ts}` : ''} shows ${ts}: ${args.text.slice(0, 160)}`);
    return json({ ok: true, channel, ts });
  }

  function update(args: SlackArguments): HttpAnswer {
    const known = find(args.channel, args.ts);
    if (!known) return no('message_not_found');
    show(known, args);
    count('updates');
    say(() => `${args.channel} at ${args.ts} now shows: ${args.text.slice(0, 160)}`);
    return json({ ok: true, channel: args.channel, ts: args.ts });
  }

  function respond(index: number, body: { readonly replace_original: boolean } & SlackArguments): HttpAnswer {
    const hook = hooks[index];
    if (!hook || hook.uses++ >= 5) return { status: 404, headers: {}, body: 'expired_url' };
    const known = find(hook.channel, hook.ts);
    if (body.replace_original && known) {
      show(known, body);
      say(() => `${hook.channel} at ${hook.ts} is replaced: ${body.text.slice(0, 160)}`);
    } else {
      told.push(body.text);
      onAnswer(index, `${body.text} ${JSON.stringify(body.blocks ?? [])}`, pressablesIn(body.blocks ?? []));
      say(() => `somebody is told: ${body.text.slice(0, 200)}`);
    }
    return { status: 200, headers: {}, body: 'ok' };
  }

  function answer({ url, body = '' }: HttpRequest): HttpAnswer {
    if (isOut('slack')) return no('not_in_channel');
    if (url.hostname === 'hooks.slack.com')
      return respond(Number(url.pathname.split('/').at(-1)), JSON.parse(body));
    const method = url.pathname.split('/').at(-1) ?? '';
    if (method === 'chat.postMessage') return post(JSON.parse(body));
    if (method === 'chat.update') return update(JSON.parse(body));
    if (method === 'views.open' || method === 'views.update') {
      const { callback_id = '', private_metadata } = JSON.parse(body).view;
      onView(callback_id, private_metadata ?? '');
      return json({ ok: true, view: { id: 'V1', hash: 'h1' } });
    }
    if (method === 'users.info')
      return json({ ok: true, user: { id: 'U', is_restricted: false, team_id: TEAM } });
    const [channel, ts] = [url.searchParams.get('channel'), url.searchParams.get('ts')];
    const seen = posts.filter(
      (one) =>
        !one.isDeleted &&
        one.channel === channel &&
        (method.endsWith('replies') ? one.thread === ts : one.thread === null),
    );
    const messages = seen.map((one) => ({
      ts: one.id,
      metadata: { event_type: 'posture_bridge_delivery', event_payload: { mark: one.mark } },
    }));
    return json({ ok: true, messages });
  }

  return {
    posts,
    told,
    answer,
    newHook(one: Shown): string {
      hooks.push({ channel: one.channel, ts: one.id, uses: 0 });
      return `https://hooks.slack.com/actions/${TEAM}/${hooks.length - 1}`;
    },
    set onView(take: typeof onView) {
      onView = take;
    },
    /** What only one person sees, by the number of the hook that it came through. */
    set onAnswer(take: typeof onAnswer) {
      onAnswer = take;
    },
  };
}
export const TEAM = 'T0ACME0001';
export type Slack = ReturnType<typeof createSlack>;

/** What does something to a case: a look at its evidence does not. */
function pressablesIn(blocks: readonly Block[]): Shown['buttons'] {
  const all = blocks.flatMap((block, index) =>
    block.type !== 'actions'
      ? []
      : (block.elements ?? []).flatMap(({ action_id = '', value, options }): Shown['buttons'][number][] =>
          options
            ? options.map((option) => ({
                verb: action_id,
                data: { action_id, selected_option: option },
                block: `b${index}`,
              }))
            : [
                {
                  verb: action_id,
                  data: { action_id, ...(value !== undefined && { value }) },
                  block: `b${index}`,
                },
              ],
        ),
  );
  return all.filter(({ verb }) => verb !== EVIDENCE_VERB && verb !== ASK_VERB);
}

/** Whom a message calls, in its first block. */
function callsIn(blocks: readonly Block[]): readonly string[] {
  const text = JSON.stringify(blocks.filter(({ type }) => type === 'rich_text'));
  return [...text.matchAll(/"(?:usergroup_id|user_id|range)":"([^"]+)"/g)].map(([, id = '']) => id);
}
