import * as z from 'zod/mini';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { type Asked, createRememberedAnswers } from '../../base/remembered-people.ts';
import type { ChatDirectory, Profile } from '../../verdict/authorize.ts';
import type { SlackAnswer, SlackApi } from './api.ts';

const text = z.optional(z.nullable(z.string()));

/** Slack says of everybody in the workspace whether they are a guest. Of strangers it does not say it. */
const User = z.looseObject({
  id: z.string(),
  team_id: text,
  deleted: z.optional(z.boolean()),
  is_restricted: z.optional(z.boolean()),
  is_ultra_restricted: z.optional(z.boolean()),
  is_stranger: z.optional(z.nullable(z.boolean())),
  enterprise_user: z.optional(z.nullable(z.looseObject({ enterprise_id: text }))),
  is_bot: z.optional(z.boolean()),
  is_email_confirmed: z.optional(z.boolean()),
  real_name: text,
  /** The address needs a scope of its own. */
  profile: z.optional(z.nullable(z.looseObject({ real_name: text, email: text }))),
});
type User = z.output<typeof User>;
const Home = z.looseObject({ team_id: z.string(), enterprise_id: text });
type Home = z.output<typeof Home>;

export interface OutsidersParts {
  readonly api: SlackApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly ttlMs?: number | undefined;
  readonly staleOkMs?: number | undefined;
}

interface Known extends Profile {
  readonly outside: boolean;
}

/**
 * Who a person is, and whether they are a guest or of another workspace than the app. Slack says both at once, and the bridge
 * remembers it for a while.
 */
export function createOutsiders({
  api,
  clock,
  log,
  ...times
}: OutsidersParts): Required<Pick<ChatDirectory, 'isOutsider' | 'profileOf'>> {
  const onProblem = (error: unknown) => log('person not read', { surface: 'slack', error: String(error) });
  const homeOf = createRememberedAnswers<Home>({
    ask: async () => {
      const answer = await api.call('auth.test');
      const home = answer.is === 'ok' ? Home.safeParse(answer.body).data : undefined;
      return home ? { is: 'known', value: home } : notSaid(answer);
    },
    clock,
    onProblem,
  });

  const answerOf = createRememberedAnswers<Known>({
    ask: async (userId): Promise<Asked<Known>> => {
      const [home, answer] = await Promise.all([homeOf('home'), api.call('users.info', { user: userId })]);
      if (answer.is === 'refused' && NOBODY_HERE.has(answer.code)) return { is: 'known', value: NOT_SEEN };
      const user = answer.is === 'ok' ? User.safeParse(answer.body.user).data : undefined;
      if (user?.id !== userId || typeof home === 'string') return notSaid(answer);
      const outside = isOutside(user, home.value);
      return outside === null
        ? { is: 'failed' }
        : { is: 'known', value: { outside, ...profileIn(user, outside) } };
    },
    clock,
    onProblem,
    ...times,
  });

  return {
    async isOutsider(userId) {
      const answer = await answerOf(userId);
      if (typeof answer === 'string') return answer;
      return answer.value.outside ? 'yes' : 'no';
    },
    async profileOf(userId) {
      const answer = await answerOf(userId);
      return typeof answer === 'string' ? null : answer.value;
    },
  };
}

const NOT_SEEN: Known = { outside: true, name: null, email: null };

/** Anybody can invite a guest under any address, and an address that nobody confirmed is only somebody's word. */
function profileIn({ profile, real_name, is_bot, is_email_confirmed }: User, outside: boolean): Profile {
  const isVouched = !outside && !is_bot && is_email_confirmed !== false;
  return {
    name: profile?.real_name || real_name || null,
    email: (isVouched && profile?.email) || null,
  };
}

/** Null when Slack did not say enough to be sure that the person belongs to the workspace. */
function isOutside(user: User, { team_id, enterprise_id }: Home): boolean | null {
  const { is_restricted, is_ultra_restricted, is_stranger, deleted } = user;
  if (is_restricted || is_ultra_restricted || is_stranger || deleted) return true;
  if (!user.team_id) return null;
  const ofOrganization =
    !!enterprise_id &&
    (user.team_id === enterprise_id || user.enterprise_user?.enterprise_id === enterprise_id);
  if (user.team_id !== team_id && !ofOrganization) return true;
  return is_restricted === false && is_ultra_restricted === false ? false : null;
}

/** These codes are answers, not failures: the app can see no such person. */
const NOBODY_HERE = new Set(['user_not_found', 'user_not_visible', 'users_not_found']);

/** Slack did not answer the question. */
export const notSaid = (answer: SlackAnswer): Asked<never> => ({
  is: 'failed',
  retryAfterMs: answer.is === 'busy' ? answer.retryAfterMs : undefined,
  noRight: answer.is === 'refused' && answer.code === 'missing_scope',
});
