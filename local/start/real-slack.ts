import { StartError } from './start-error.ts';

/** A real Slack app instead of the stand-in. */
export interface RealSlack {
  readonly botToken: string;
  readonly signingSecret: string;
}

/** What the environment says about a real Slack app; nothing when it says nothing. No sentence repeats a value. */
export function readRealSlack(env: Readonly<Record<string, string | undefined>>): RealSlack | undefined {
  const botToken = env.SLACK_BOT_TOKEN?.trim() ?? '';
  const signingSecret = env.SLACK_SIGNING_SECRET?.trim() ?? '';
  if (!botToken && !signingSecret) return undefined;
  if (!signingSecret) throw new StartError(`SLACK_BOT_TOKEN is set and SLACK_SIGNING_SECRET is not. ${BOTH}`);
  if (!botToken) throw new StartError(`SLACK_SIGNING_SECRET is set and SLACK_BOT_TOKEN is not. ${BOTH}`);
  if (!/^xoxb-[\x21-\x7e]+$/.test(botToken)) {
    throw new StartError('SLACK_BOT_TOKEN is not a bot token: those begin with xoxb-.');
  }
  if (!/^[\x21-\x7e]+$/.test(signingSecret)) {
    throw new StartError('SLACK_SIGNING_SECRET holds characters that no signing secret has, such as blanks.');
  }
  return { botToken, signingSecret };
}

const BOTH = 'Set both to use your Slack app, or neither to use the Slack of our own.';
