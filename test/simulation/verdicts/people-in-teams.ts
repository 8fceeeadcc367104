import type { CardClick } from '../../../lib/chats/teams/activity.ts';
import { CARD_TYPE, type Card, type CardNode } from '../../../lib/chats/teams/message.ts';
import type { Bridge } from './bridge.ts';
import { TEAMS_PEOPLE } from './bridge.ts';
import type { Click } from './history.ts';
import type { ModelTeams, TeamsPost } from './model-teams.ts';
import type { World } from './world.ts';

const OUTCOMES = ['SAFE', 'TRUE_POSITIVE', 'FALSE_POSITIVE', 'DUPLICATE', 'ESCALATED'] as const;
const ORIGIN = { serviceUrl: 'https://smba.trafficmanager.net/teams/', channelId: 'msteams', tenantIds: [] };

interface Pressable {
  readonly post: TeamsPost;
  readonly verb: string;
  readonly entries: Readonly<Record<string, unknown>>;
}

/** People who press what a card shows them at that moment. */
export function createTeamsPeople(world: World, teams: ModelTeams, bridge: Bridge) {
  const { time, random, say, count, createInstance, wrong } = world;
  let clicks = 0;

  /** Everything that a card offers to press; what unfolds is filled in. */
  function pressables(post: TeamsPost, card: Card): Pressable[] {
    const reveal = (action: CardNode, inputs: readonly CardNode[]): Pressable[] => {
      if (action.type === 'Action.ShowCard') {
        const { body = [], actions = [] } = action.card as Partial<Card>;
        return actions.flatMap((inner) => reveal(inner, body));
      }
      const { verb, data } = action as unknown as { verb: string; data: object };
      return [{ post, verb, entries: { ...data, ...Object.fromEntries(inputs.flatMap(filledIn)) } }];
    };
    return (card.actions ?? []).flatMap((action) => reveal(action, []));
  }

  const filledIn = ({ type, id }: CardNode): [string, string][] => {
    if (type === 'Input.Text') return [[String(id), `because ${clicks}`]];
    if (type !== 'Input.ChoiceSet' || id !== 'outcome') return [];
    return [['outcome', OUTCOMES[Math.floor(random() * OUTCOMES.length)] as string]];
  };

  function hand(click: CardClick, post: TeamsPost, again: boolean): void {
    const answer = bridge.teamsAction(createInstance('action'));
    answer(click).then(
      ({ body }) => {
        const who = click.user.aadObjectId ?? '';
        if (body?.type !== CARD_TYPE || post.deleted) return;
        post.privately.set(who, body.value as Card);
        say(() => `${who} alone sees what they pressed at ${post.activity}`);
      },
      (error: Error) => wrong.push(`a click in Teams failed: ${error.stack}`),
    );
    if (again) time.schedule(time.nowMs + Math.floor(random() * 4_000), () => hand(click, post, false));
  }

  function press({ post, verb, entries }: Pressable, who: string, again: boolean): void {
    const { channel, conversation, activity } = post;
    say(() => `${who} presses ${verb} at ${channel} ${activity}`);
    count('clicks in Teams');
    const click: CardClick = {
      kind: 'card-click',
      origin: ORIGIN,
      via: random() < 0.1 ? 'submit' : 'invoke',
      activityId: `f:${++clicks}`,
      sentAtMs: time.nowMs,
      verb,
      entries,
      messageId: activity,
      channel,
      conversation,
      user: { aadObjectId: who, name: who.slice(0, 3) },
    };
    hand(click, post, again);
  }

  /** Whether there was something to press. */
  return function click({ which, press: button, who, again, onIt = false }: Click): boolean {
    // The one who may not decide tries seldom.
    const person = TEAMS_PEOPLE[who === 15 ? 3 : who % 3] as string;
    const offers = teams.posts
      .filter(({ deleted }) => !deleted)
      .map((post) => pressables(post, post.privately.get(person) ?? post.message.card))
      .map((offered) => offered.filter(({ verb }) => verb.startsWith('claim:') === onIt))
      .filter((one) => one.length > 0);
    const chosen = offers[which % Math.max(1, offers.length)];
    if (!chosen) return false;
    const pressed = chosen[button % chosen.length] as Pressable;
    press(pressed, person, again === 'repeat');
    if (again === 'double') {
      time.schedule(time.nowMs + Math.floor(random() * 400), () => press(pressed, person, false));
    }
    return true;
  };
}
