import { chatLabel, isChat } from '../../../lib/config/chats.ts';
import { REFUSAL_WORDS } from '../../../lib/verdict/refusal-words.ts';
import type { LogLine, LogLineOf } from './parse-log-line.ts';

/** Something worth reporting. */
export type News =
  /** The poller read a list and found this much that was new. */
  | {
      readonly kind: 'polled';
      readonly domain: string;
      readonly feed: string;
      readonly announced: number;
      readonly messages: number;
    }
  /** A state. Reported when it changes; without a text it is normal. `because` may change silently. */
  | {
      readonly kind: 'state';
      readonly about: string;
      readonly text?: string;
      readonly because?: string;
      readonly well?: string;
    }
  /** Usually trouble: a repeat soon after is not reported. */
  | { readonly kind: 'trouble'; readonly text: string }
  /** Reported each time. */
  | { readonly kind: 'event'; readonly text: string };

const REFUSALS: Readonly<Record<string, string>> = REFUSAL_WORDS;
const trouble = (text: string): News => ({ kind: 'trouble', text });

/** The chat of a destination, as the configuration calls it. */
export type ChatOf = (destination: string) => string | undefined;

/** What a line of a function means to people. The chats show what went well: this is the rest. */
export function newsOfLine(from: string, line: LogLine, chatOf: ChatOf): readonly News[] {
  switch (line.event) {
    case 'plain text':
      return [trouble(`${shortName(from)}: ${line.text}`)];
    case 'polled':
      return newsOfPoll(line);
    case 'poll failed':
      return [stateOf(line, `reading ${line.feed} failed: ${line.problem}`)];
    case 'unrouted':
      return [trouble(`${line.domain}: ${line.why}`)];
    case 'budget unavailable':
      return [
        trouble(
          `${line.domain}: a function cannot reach the table where all functions count their requests to the API. For some seconds it asks the API less often, then tries again (${line.problem})`,
        ),
      ];
    case 'parked':
      return [
        trouble(`${line.destination}: the chat cannot show a message, which is parked: ${line.reason}`),
      ];
    case 'not shown yet':
      // A refusal is an answer: another line says whether it opens the destination's circuit breaker.
      return line.is === 'refused'
        ? []
        : [stateOfChat(chatOf(line.destination) ?? line.destination, line.reason)];
    case 'destination is closed':
      return line.kind === 'unreachable' ? [] : [stateOfDestination(line.destination, line.reason)];
    case 'destination is open':
      // The destination accepted something, so the chat is reachable.
      return [
        stateOfDestination(line.destination),
        stateOfChat(chatOf(line.destination) ?? line.destination),
      ];
    case 'shown':
      return [stateOfChat(line.chat)];
    case 'request refused':
      return [trouble(`a request to the address for Slack was refused with ${line.status}: ${line.reason}`)];
    case 'message comes back':
      return [trouble(`a message is tried again later: ${line.reason}`)];
    case 'click not taken':
    case 'form not filled':
      return [trouble(`a click was not dealt with: ${line.error}`)];
    case 'form not opened':
      return [trouble(`Slack did not open a form: ${line.reason}`)];
    case 'verdict.refused':
      return [trouble(`${line.domain}: a click changed nothing: ${REFUSALS[line.because] ?? line.because}`)];
    case 'verdict.changed':
    case 'claim.changed':
    case 'escalation':
      return [];
  }
}

function stateOfChat(chat: string, reason?: string): News {
  const label = isChat(chat) ? chatLabel(chat) : chat;
  return {
    kind: 'state',
    about: `chat/${chat}`,
    well: `${label} can be reached again, and gets what waited for it`,
    ...(reason !== undefined && {
      text: `${label} cannot be reached. What is for it waits, and is tried again`,
      because: reason,
    }),
  };
}

const stateOfDestination = (destination: string, reason?: string): News => ({
  kind: 'state',
  about: `destination/${destination}`,
  well: `${destination} takes messages again, and gets what waited for it`,
  ...(reason !== undefined && {
    text: `${destination} refuses new messages. What is for it waits, and is tried again`,
    because: reason,
  }),
});

function newsOfPoll(line: LogLineOf<'polled'>): News[] {
  const { domain, feed, outcome, announced, messages, unreadable, notTaken } = line;
  return [
    // Another run is at the feed, and says what it finds.
    ...(outcome === 'busy-elsewhere' ? [] : [stateOf(line, troubleOf(line))]),
    {
      kind: 'state',
      about: `${domain}/${feed}/unreadable`,
      ...(unreadable > 0 && {
        text: `${domain}: the bridge cannot read ${unreadable} of the ${feed} and leaves them out`,
      }),
    },
    ...Object.entries(notTaken).map(([destination, reason]) =>
      trouble(`${destination}: its queue did not take everything, which is tried again: ${reason}`),
    ),
    ...(outcome === 'polled' || announced > 0
      ? [{ kind: 'polled' as const, domain, feed, announced, messages }]
      : []),
  ];
}

const stateOf = (
  { domain, feed }: { readonly domain: string; readonly feed: string },
  text: string | undefined,
): News => ({
  kind: 'state',
  about: `${domain}/${feed}`,
  well: `${domain}: ${feed} can be read again`,
  ...(text !== undefined && { text: `${domain}: ${text}` }),
});

function troubleOf({ feed, outcome, paused, problem }: LogLineOf<'polled'>): string | undefined {
  if (paused === 'unauthorized')
    return `the API refuses the key for ${feed}; tried again after 30 seconds, then less and less often, at least every five minutes`;
  if (paused === 'not_ready') return `the API has no ${feed} yet; the bridge looks again by itself`;
  return outcome === 'failed' ? `reading ${feed} failed: ${problem}` : undefined;
}

/** What a line of the local cloud itself means. */
export function newsOfCloud(line: string): News {
  const [, caller = '', call, because] = /^denied: (\S+) (may not .+?), because (.*)$/.exec(line) ?? [];
  if (call) {
    const short = call.replace(/arn:aws:(?:[^:\s]*:){3}/, '');
    return trouble(`denied: ${shortName(caller)} ${short}, because ${because}`);
  }
  const [, name = '', type, message] = /^(\S+) failed: (\S+): (.*)$/s.exec(line) ?? [];
  if (!type) return trouble(line);
  const died = type === 'Runtime.ExitError' ? 'died' : 'failed';
  return trouble(`the function ${shortName(name)} ${died}: ${message}`);
}

/** `poll` for `posture-bridge-BridgePollerPollFunctionFAEF6B44`. */
export const shortName = (name: string): string =>
  /([A-Z][a-z0-9]*)Function[0-9A-F]{8}$/.exec(name)?.[1]?.toLowerCase() ?? name;
