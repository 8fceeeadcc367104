import { addressProblem } from '../../lib/config/schema/setting-fields.ts';
import { StartError } from './start-error.ts';

/** Real systems in place of stand-ins, as named by the environment. No sentence repeats a value. */
export interface RealSystems {
  readonly realApi?: RealApi | undefined;
  readonly realSlack?: RealSlack | undefined;
  readonly realTeams?: RealTeams | undefined;
}
export interface RealApi {
  readonly baseUrl: string;
  readonly key: string;
}
export interface RealSlack {
  readonly botToken: string;
  readonly signingSecret: string;
}
/** For the bot whose ids are in the configuration. */
export interface RealTeams {
  readonly password: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export const readRealSystems = (env: Env): RealSystems => ({
  realApi: readRealApi(env),
  realSlack: readRealSlack(env),
  realTeams: readRealTeams(env),
});

export const secretsIn = ({ realApi, realSlack, realTeams }: RealSystems): string[] =>
  [realApi?.key, realSlack?.botToken, realSlack?.signingSecret, realTeams?.password].filter(
    (secret) => secret !== undefined,
  );

export function readRealApi(env: Env): RealApi | undefined {
  const advice = 'Set both to poll the real API, or neither to use the reference server.';
  const both = readBoth(env, 'POSTURE_BASE_URL', 'POSTURE_API_KEY', advice);
  if (!both) return undefined;
  const [baseUrl, key] = both;
  const problem =
    addressProblem(baseUrl) ??
    (new URL(baseUrl).search && 'must not have a query: it is the part before /cases');
  if (problem) throw new StartError(`POSTURE_BASE_URL ${problem}.`);
  checkCharacters('POSTURE_API_KEY', key, 'key');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), key };
}

export function readRealSlack(env: Env): RealSlack | undefined {
  const advice = 'Set both to use your Slack app, or neither to use the Slack of our own.';
  const both = readBoth(env, 'SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET', advice);
  if (!both) return undefined;
  const [botToken, signingSecret] = both;
  if (!/^xoxb-[\x21-\x7e]+$/.test(botToken)) {
    throw new StartError('SLACK_BOT_TOKEN is not a bot token: those begin with xoxb-.');
  }
  checkCharacters('SLACK_SIGNING_SECRET', signingSecret, 'signing secret');
  return { botToken, signingSecret };
}

export function readRealTeams(env: Env): RealTeams | undefined {
  const password = env.TEAMS_PASSWORD?.trim() ?? '';
  if (!password) return undefined;
  checkCharacters('TEAMS_PASSWORD', password, 'client secret');
  return { password };
}

/** Two variables that need each other; undefined if neither is set. */
function readBoth(env: Env, one: string, other: string, advice: string): [string, string] | undefined {
  const [first, second] = [env[one]?.trim() ?? '', env[other]?.trim() ?? ''];
  if (!first && !second) return undefined;
  if (!second) throw new StartError(`${one} is set and ${other} is not. ${advice}`);
  if (!first) throw new StartError(`${other} is set and ${one} is not. ${advice}`);
  return [first, second];
}

function checkCharacters(name: string, value: string, what: string): void {
  if (/^[\x21-\x7e]+$/.test(value)) return;
  throw new StartError(`${name} holds characters that no ${what} has, such as blanks.`);
}
