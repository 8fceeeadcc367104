import { Hono } from 'hono';
import type { SentRequest } from '../../lib/base/http/http-event.ts';
import type { SealOf } from '../../lib/base/seal.ts';
import type { Answer } from '../../lib/case/answer.ts';
import { claimIn } from '../../lib/case/answer.ts';
import { endedIn, stateOf } from '../../lib/case/case-state.ts';
import type { EarlierThreat } from '../../lib/case/message-content.ts';
import { escalationNote, PERSON_NOTE } from '../../lib/case/note-keys.ts';
import { stepsShownAt } from '../../lib/case/steps-shown-at.ts';
import { targetsOf } from '../../lib/chats/document/button-target.ts';
import { type Control, controlsOf, isClaimControl } from '../../lib/chats/document/case-buttons.ts';
import type { CaseStory } from '../../lib/chats/document/case-story.ts';
import { tellDigest } from '../../lib/chats/document/digest-story.ts';
import type { RenderRules } from '../../lib/chats/document/outcome-choices.ts';
import { pendingChanges } from '../../lib/chats/document/status-notes.ts';
import { NOT_TAKEN } from '../../lib/chats/document/texts.ts';
import { worseNotes } from '../../lib/chats/document/worse-notes.ts';
import type {
  ChatDefinition,
  CreateEndpoint,
  EndpointParts,
} from '../../lib/chats/presses/chat-definition.ts';
import { readButton } from '../../lib/chats/presses/click.ts';
import { createClickHandler } from '../../lib/chats/presses/handle-click.ts';
import type { Chat, ChatAnswer, Found, MessageRef, Refused } from '../../lib/outbox/chat-port.ts';
import type { Renderer, ToRender } from '../../lib/outbox/renderer-port.ts';
import { OUTCOMES, type Outcome } from '../../lib/posture/schemas/verdict-schema.ts';
import type { ChatDirectory } from '../../lib/verdict/authorize.ts';
import { asksNothing } from './asks-nothing.ts';

/**
 * A third chat, in one file: all that the bridge asks of a chat. Its messages are plain texts with buttons. It is in no
 * list of chats, so what works with it works with any chat.
 */
export interface SmallMessage {
  readonly text: string;
  readonly buttons: readonly { readonly press: string; readonly target: string }[];
}

export const small: ChatDefinition<SmallMessage> = {
  name: 'small',
  label: 'Small',
  createRenderer: (rules) => createSmallRenderer(rules),
  rateLimits: (channel) => ({
    post: { name: `small#post#${channel}`, gapMs: 1_000 },
    update: { name: 'small#update', gapMs: 0 },
    read: { name: 'small#read', gapMs: 0 },
  }),
  kindOfRefusal: (code) => KINDS[code] ?? 'unclear',
  namedIn: ({ smallUsers = [] }) => ({ users: smallUsers, groups: [] }),
  createReplies: ({ log }) => ({
    foreseesDecisions: false,
    clickedMessage: ({ room, post }) => (room && post ? { room, post } : null),
    showAtOnce: async () => false,
    tell: async (_, { because }) => log('not told', { surface: 'small', because }),
    answer: async () => 'refused',
  }),
};

export const createSmallEndpoint: CreateEndpoint = (parts) => {
  const press = createPress(parts);
  return new Hono<{ Bindings: SentRequest }>().post('/small', async (c) =>
    c.json({ said: await press(await c.req.json()) }),
  );
};

const KINDS: Readonly<Record<string, ReturnType<ChatDefinition['kindOfRefusal']>>> = {
  'too-long': 'content',
  'wrong-password': 'credentials',
  archived: 'place',
  'not-in-room': 'place',
};

export const refusedBySmall = (code: string, messageGone = false): Refused => ({
  is: 'refused',
  code,
  kind: small.kindOfRefusal(code) as Refused['kind'],
  reason: `no: ${code}`,
  messageGone,
});

// What it shows.

const createSmallRenderer = ({ sealOf }: RenderRules): Renderer<SmallMessage> => ({
  render(shown, answer) {
    const claim = claimIn(answer);
    const { personas = [], main } = shown;
    const who = main === null ? personas.find(({ key }) => key === PERSON_NOTE) : shown.saysWho;
    const untold = who ? personas.filter(({ key }) => key !== PERSON_NOTE) : personas;
    const ends = `${claim ? ` ${claim.by.name} has had this` : ''}${who ? `, who is ${who.name}` : ''}`;
    const message = {
      text: `${textOf(shown, answer)}${ends}`,
      buttons: buttonsOf(shown, answer, sealOf),
    };
    const events = shown.content.kind === 'case' ? (shown.content.item.events ?? []) : [];
    const earlier = shown.content.kind === 'case' ? (shown.content.earlier ?? []) : [];
    return {
      main: { message, hash: JSON.stringify(message) },
      saysWho: who !== undefined,
      notes: [
        ...events.map(({ event_id }) => ({ key: event_id, message: plain(`note ${event_id}`) })),
        ...(earlier.length === 0
          ? []
          : [{ key: 'earlier:1', message: plain(`earlier ${earlierText(earlier)}`) }]),
        ...stepsShownAt(shown, answer).map(({ n }) => ({
          key: escalationNote(n),
          message: plain(`nobody answered ${n}`),
        })),
        ...(shown.content.kind === 'case'
          ? worseNotes(shown.content.item, shown, { said: 'it', link: null })
          : []
        ).map(({ key }) => ({
          key,
          message: plain(key),
        })),
        ...pendingChanges(shown, answer, 'all').map(({ n, to }) => ({
          key: `status:${n}`,
          message: plain(`is ${to}`),
        })),
        ...untold.map(({ key, name }) => ({ key, message: plain(`who is ${name}`) })),
      ],
      memory: null,
    };
  },
});

/** What it says comes from its own row. */
const earlierText = (threats: readonly EarlierThreat[]): string =>
  threats.map(({ id, item }) => (item ? id : `${id} (gone)`)).join(' ');

const plain = (text: string): SmallMessage => ({ text, buttons: [] });

function textOf({ content, record }: ToRender, answer: Answer | null): string {
  if (content.kind === 'notice') return `notice ${content.notice.title}`;
  if (content.kind === 'digest') return `${content.counts.of} of ${tellDigest(content.counts).total}`;
  if (content.kind === 'threat') return `threat ${content.item.event_id}`;
  if (content.kind === 'threats') return ['threats', ...content.threats.map(({ id }) => id)].join(' ');
  const { case_id, threat_brief } = content.item;
  const state = stateOf(content.item, record);
  const now = state === 'discover' ? null : state;
  return ['case', case_id, threat_brief, answer?.decision?.outcome, now].filter(Boolean).join(' ');
}

function buttonsOf(
  { key, content, record }: ToRender,
  answer: Answer | null,
  sealOf?: SealOf,
): SmallMessage['buttons'] {
  if (content.kind !== 'case') return [];
  const decision = answer?.decision;
  const standing: CaseStory['standing'] = decision?.state
    ? {
        is: 'decided',
        decision,
      }
    : (endedIn(content.item, record) ?? { is: 'open' });
  const openedAtMs = Date.parse(content.item.created_at);
  const targets = targetsOf({
    ...key,
    caseId: content.item.case_id,
    openedAtMs,
    standing,
    claim: claimIn(answer),
    sealOf,
  } as CaseStory);
  if (!targets) return [];
  const claim = claimIn(answer);
  return controlsOf(standing, 'small', claim).flatMap((control): SmallMessage['buttons'] => {
    if (control === 'choices') return OUTCOMES.map((press) => ({ press, target: targets.onCase }));
    return [{ press: control, target: isClaimControl(control) ? targets.onClaim : targets.onDecision }];
  });
}

// What it holds.

export interface SmallPost {
  readonly ref: MessageRef;
  readonly channel: string;
  readonly mark: string;
  /** The post under which it stands. */
  readonly thread: string | null;
  readonly broadcast: boolean;
  /** Whom it called. */
  readonly called: readonly string[];
  readonly atMs: number;
  message: SmallMessage;
  deleted: boolean;
}

type Attempt = <Value>(
  what: 'post' | 'update' | 'find',
  effect: () => ChatAnswer<Value>,
) => Promise<ChatAnswer<Value>>;

export interface SmallRoomParts {
  readonly now: () => number;
  /** May refuse what is tried, or lose its answer. */
  readonly attempt?: Attempt;
  readonly mayRead?: () => boolean;
}

const undisturbed: Attempt = async (_, effect) => effect();

/** The chat itself: what was posted, and the port through which the bridge posts. */
export function createSmallRoom({ now, attempt = undisturbed, mayRead = () => true }: SmallRoomParts) {
  const posts: SmallPost[] = [];
  const postAt = (id: string | undefined) => posts.find(({ ref, deleted }) => ref.post === id && !deleted);
  const GONE = refusedBySmall('gone', true);

  const chatWith = (attempt: Attempt): Chat<SmallMessage> => ({
    post: (channel, message, { mark, thread, broadcast = false, mentions = [] }) =>
      attempt('post', () => {
        if (thread && !postAt(thread.post)) return GONE;
        const ref = { room: channel, post: String(posts.length + 1) };
        const where = {
          ref,
          channel,
          mark,
          thread: thread?.post ?? null,
          broadcast,
          called: mentions.map(({ id }) => id),
          atMs: now(),
        };
        posts.push({ ...where, message, deleted: false });
        return { is: 'ok', value: ref };
      }),
    update: (ref, message) =>
      attempt('update', () => {
        const post = postAt(ref.post);
        if (!post) return GONE;
        post.message = message;
        return { is: 'ok', value: null };
      }),
    find: (channel, mark, { thread, sinceMs }) =>
      attempt<Found>('find', () => {
        if (!mayRead()) return { is: 'ok', value: { is: 'cannot-look' } };
        const found = posts.find(
          (post) =>
            post.channel === channel &&
            post.mark === mark &&
            post.atMs >= sinceMs &&
            post.thread === (thread?.post ?? null) &&
            !post.deleted,
        );
        return { is: 'ok', value: found ? { is: 'found', ref: found.ref } : { is: 'absent' } };
      }),
  });
  return { posts, chat: chatWith(attempt), chatWith };
}

/** Everybody in it is at home there, and in no group. */
export const SMALL_DIRECTORY: ChatDirectory = {
  isMember: async () => 'no',
  isOutsider: async () => 'no',
};

// What a click leads to.

export interface SmallClick {
  readonly id: string;
  readonly user: string;
  readonly ref: MessageRef;
  readonly press: string;
  readonly target: string;
  readonly comment: string | null;
}

type SmallPressParts = Pick<EndpointParts, 'config' | 'queue' | 'lookUp' | 'buttonSeal' | 'clock'>;

/** What the analyst who pressed is told. */
export function createPress({ buttonSeal, ...parts }: SmallPressParts) {
  const clicks = createClickHandler({
    ...parts,
    ...asksNothing,
    namedIn: small.namedIn,
    routesOf: async () => null,
    log: () => undefined,
    metrics: () => undefined,
  });
  return async function press({ id, user, ref, press: what, target, comment }: SmallClick): Promise<string> {
    const click = {
      id,
      by: { surface: 'small', id: user, name: user },
      atMs: parts.clock.now(),
      channelId: ref.room ?? null,
      directory: SMALL_DIRECTORY,
      reply: { surface: 'small', ...ref, userId: user },
    };
    const outcome = OUTCOMES.includes(what as Outcome) ? what : 'SAFE';
    const request = readButton(verbOf(what), target, await buttonSeal(), {
      formEntries: () => ({ outcome, comment, eventIds: [] }),
    });
    if (!request || request === 'outdated') return 'no such button';
    const taken = await clicks.take(click, request);
    if (taken.is === 'queued') return 'taken';
    if (taken.is !== 'refused') return NOT_TAKEN;
    await clicks.noteDenied(click, taken, { isTold: false });
    return taken.why;
  };
}

function verbOf(press: string): string {
  if (OUTCOMES.includes(press as Outcome)) return `verdict:${press}`;
  return isClaimControl(press as Control) ? `claim:${press}` : `decision:${press}`;
}
