import { setTimeout as sleep } from 'node:timers/promises';
import { API_KEY, SLACK_TOKEN, TEAMS_PASSWORD } from '../support/bridge/bridge-world.ts';
import { TEAM } from '../support/bridge/places.ts';
import { pick } from '../support/random.ts';
import { API_KEYS, insist, type SoakWorld } from './soak-world.ts';

/** Something that goes wrong for a while, and is put right by the people who look after it. */
export interface Trouble {
  readonly name: string;
  /** Where it strikes: nothing goes wrong twice there at once. */
  readonly place: string;
  begin(): unknown;
  end(): unknown;
}

/** The credentials: the old one is refused at once, and the new one is in its parameter a while later. */
export function rotationsIn(world: SoakWorld): Trouble[] {
  const { slack, teams, api, cloud } = world;
  let [used, spare]: [string, string] = [...API_KEYS];
  let password = '';
  const setKey = (key: string, active: boolean) =>
    insist(() => api.control('POST', '/keys', { key, active }));
  return [
    {
      name: 'token of Slack',
      place: SLACK_TOKEN,
      begin: () => slack.setTokenState('revoked'),
      end: () => cloud.parameters.values.set(SLACK_TOKEN, slack.replaceToken()),
    },
    {
      name: 'password of Teams',
      place: TEAMS_PASSWORD,
      begin: () => {
        password = teams.replacePassword();
      },
      end: () => cloud.parameters.values.set(TEAMS_PASSWORD, password),
    },
    {
      name: 'key of the API',
      place: API_KEY,
      begin: () => setKey(used, false),
      async end() {
        [used, spare] = [spare, used];
        await setKey(used, true);
        cloud.parameters.values.set(API_KEY, used);
      },
    },
  ];
}

/** The places: a channel or a team where the bridge may not write. */
export function closingsIn(world: SoakWorld, random: () => number): Trouble[] {
  const { slack, teams } = world;
  const slackChannel = pick(random, world.slackChannels) ?? '';
  const teamsChannel = pick(random, world.teamsChannels) ?? '';
  return [
    {
      name: 'bot out of a Slack channel',
      place: slackChannel,
      begin: () => slack.leave(slackChannel),
      end: () => slack.join(slackChannel),
    },
    {
      name: 'Slack channel archived',
      place: slackChannel,
      begin: () => slack.archive(slackChannel),
      end: () => slack.archive(slackChannel, false),
    },
    {
      name: 'Teams channel archived',
      place: teamsChannel,
      begin: () => teams.archive(teamsChannel),
      end: () => teams.archive(teamsChannel, false),
    },
    {
      name: 'app out of its team',
      place: TEAM,
      begin: () => teams.uninstall({ teamId: TEAM }),
      end: () => teams.install({ teamId: TEAM }),
    },
  ];
}

/** Keeps what is wrong now, so that all of it can be put right at the end. */
export function createTroubles() {
  const now = new Map<string, { readonly trouble: Trouble; readonly over: Promise<void> }>();
  const early = new AbortController();
  return {
    /** Nothing when that place is in trouble already. */
    async let(trouble: Trouble, lastsMs: number): Promise<boolean> {
      if (now.has(trouble.place) || early.signal.aborted) return false;
      const over = (async () => {
        await trouble.begin();
        await sleep(lastsMs, undefined, { signal: early.signal }).catch(() => {});
        await trouble.end();
        now.delete(trouble.place);
      })();
      now.set(trouble.place, { trouble, over });
      return true;
    },
    names: () => [...now.values()].map(({ trouble }) => trouble.name),
    /** Puts everything right at once. */
    async endAll(): Promise<void> {
      early.abort();
      await Promise.all([...now.values()].map(({ over }) => over));
    },
  };
}
