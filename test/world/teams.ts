import { generateKeyPairSync, sign } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../../lib/base/http/http-transport.ts';
import { CARD_TYPE, type Card, type CardNode } from '../../lib/chats/teams/message.ts';
import { ANALYSTS, BOT, TENANT } from './config.ts';
import type { Button, Shown } from './shown.ts';
import { START, type World } from './world.ts';

export const SERVICE = 'https://smba.trafficmanager.net/teams/';
const GROUP = '9a090000-0000-4000-8000-000000000001';

const json = (value: unknown, status = 200): HttpAnswer => ({
  status,
  headers: {},
  body: JSON.stringify(value),
});

interface Activity {
  readonly summary?: string;
  readonly attachments: readonly {
    readonly content: Card & { readonly body: readonly { readonly id?: string }[] };
  }[];
}

/** Teams as people see it, and as the bridge hears it over HTTP: connector, login, Graph and signing keys. */
export function createTeams(world: World) {
  const { time, say, count, isOut, wrong } = world;
  const posts: Shown[] = [];

  const find = (id: string) => posts.find((one) => one.id === id && !one.isDeleted);

  function show(post: Shown, { summary = '', attachments }: Activity): void {
    const card = attachments[0]?.content;
    post.text = `${summary} ${JSON.stringify(card?.body ?? [])}`;
    post.buttons = card ? buttonsIn(card) : [];
    post.raw = card;
    post.texts.push(post.text);
    post.changedAtMs = time.nowMs;
  }

  function post(channel: string, thread: string | null, activity: Activity): HttpAnswer {
    if (thread !== null && !find(thread)) return json({ error: { code: 'ConversationNotFound' } }, 404);
    const id = String(1_000 + posts.length);
    const card = activity.attachments[0]?.content;
    const shown: Shown = {
      ...{ chat: 'teams', channel, id, thread, mark: card?.body[0]?.id ?? '', isDeleted: false, texts: [] },
      ...{ postedAtMs: time.nowMs, changedAtMs: time.nowMs, text: '', buttons: [], raw: null },
      calls: ((card?.msteams.entities ?? []) as { mentioned: { id: string } }[]).map(
        ({ mentioned }) => mentioned.id,
      ),
    };
    show(shown, activity);
    posts.push({ ...shown, first: { text: shown.text, buttons: shown.buttons } });
    count('posts in Teams');
    say(() => `${channel}${thread ? ` under ${thread}` : ''} shows ${id}: ${shown.text.slice(0, 160)}`);
    return thread === null
      ? json({ id: `${channel};messageid=${id}`, activityId: id }, 201)
      : json({ id }, 201);
  }

  function connector({ method, url, body = '' }: HttpRequest): HttpAnswer {
    if (isOut('teams')) return json({ error: { code: 'BotNotInConversationRoster' } }, 403);
    const [, , , , conversation = '', , activity = ''] = url.pathname.split('/').map(decodeURIComponent);
    if (url.pathname.includes('/v3/teams/')) return json({ aadGroupId: GROUP });
    if (url.pathname.endsWith('/pagedmembers'))
      return json({
        members: ANALYSTS.map(({ name, teams }) => ({ id: `29:${name}`, name, aadObjectId: teams })),
      });
    if (method === 'GET') return json({ id: 'x', aadObjectId: activity, tenantId: TENANT, userRole: 'user' });
    if (method === 'PUT') {
      const known = find(activity);
      if (!known) return json({ error: { code: 'ActivityNotFoundInConversation' } }, 404);
      show(known, JSON.parse(body));
      count('updates in Teams');
      say(() => `${known.channel} at ${activity} now shows: ${known.text.slice(0, 160)}`);
      return json({ id: activity });
    }
    const said = JSON.parse(body);
    if (url.searchParams.get('isTargetedActivity') === 'true') {
      if (!said.recipient?.id) wrong.push('a message for one person names nobody');
      count('words to one person in Teams');
      return json({ id: 'only-theirs' }, 201);
    }
    if (conversation === '') return post(said.channelData.channel.id, null, said.activity);
    const [channel = '', root = ''] = conversation.split(';messageid=');
    return post(channel, root, said);
  }

  function graph(url: URL): HttpAnswer {
    const [, channel = '', root] =
      /\/channels\/([^/]+)\/messages(?:\/(\d+)\/replies)?/.exec(url.pathname) ?? [];
    const seen = posts.filter(
      (one) => !one.isDeleted && one.channel === decodeURIComponent(channel) && one.thread === (root ?? null),
    );
    const value = seen.map((one) => ({
      id: one.id,
      from: { application: { id: BOT } },
      attachments: [{ contentType: CARD_TYPE, content: JSON.stringify({ body: [{ id: one.mark }] }) }],
    }));
    return json({ value });
  }

  return {
    posts,
    answer(request: HttpRequest): HttpAnswer {
      const { hostname, pathname } = request.url;
      if (hostname === 'login.microsoftonline.com')
        return json({ access_token: 'token', expires_in: 86_400 });
      if (hostname === 'graph.microsoft.com') return graph(request.url);
      if (hostname !== 'login.botframework.com') return connector(request);
      if (pathname.endsWith('openidconfiguration'))
        return json({
          issuer: 'https://api.botframework.com',
          jwks_uri: 'https://login.botframework.com/keys',
        });
      if (pathname !== '/keys') wrong.push(`Teams was asked for ${pathname}`);
      return json({
        keys: [{ ...KEYS.publicKey.export({ format: 'jwk' }), kid: 'k', endorsements: ['msteams'] }],
      });
    },
  };
}
export type Teams = ReturnType<typeof createTeams>;

/** Everything that a card offers to press; what unfolds is filled in. */
function buttonsIn(card: Card): Button[] {
  const reveal = (action: CardNode, inputs: readonly CardNode[]): Button[] => {
    if (action.type === 'Action.ShowCard') {
      const { body = [], actions = [] } = action.card as Partial<Card>;
      return actions.flatMap((inner) => reveal(inner, body));
    }
    const { verb, data } = action as unknown as { verb?: string; data: object };
    return verb === undefined
      ? []
      : [{ verb, data: { ...data, ...Object.fromEntries(inputs.flatMap(filledIn)) } }];
  };
  return (card.actions ?? []).flatMap((action) => reveal(action, []));
}

const filledIn = ({ type, id }: CardNode): [string, string][] => {
  if (type === 'Input.Text') return [[String(id), 'because']];
  return type === 'Input.ChoiceSet' && id === 'outcome' ? [['outcome', 'FALSE_POSITIVE']] : [];
};

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const SECONDS = START / 1000;
const SIGNED = `${encoded({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${encoded({
  iss: 'https://api.botframework.com',
  aud: BOT,
  serviceurl: SERVICE,
  nbf: SECONDS - 60,
  exp: SECONDS + 86_400,
})}`;
/** What Teams proves itself with: one for all clicks, since it does not sign what it sends. */
export const TOKEN = `${SIGNED}.${sign('RSA-SHA256', Buffer.from(SIGNED), KEYS.privateKey).toString('base64url')}`;
