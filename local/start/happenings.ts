import { CLOUD } from '../cloud/options.ts';

/** Something worth telling. */
export type Happening =
  /** A list was read, with so much that was new in it. */
  | {
      readonly kind: 'looked';
      readonly domain: string;
      readonly feed: string;
      readonly announced: number;
      readonly messages: number;
    }
  /** How something stands. Told when it changes; without a text it is well. */
  | { readonly kind: 'state'; readonly about: string; readonly text?: string; readonly well?: string }
  /** Trouble, mostly: the same again soon after is no news. */
  | { readonly kind: 'said'; readonly text: string }
  /** News each time, in whatever words. */
  | { readonly kind: 'news'; readonly text: string };

/** What a line means to people: of a function's lines of JSON few do, and of its figures none. */
export function readLine(from: string, line: string): readonly Happening[] {
  if (from === CLOUD) return [{ kind: 'said', text: readCloudLine(line) }];
  const said = parseObject(line);
  // A function speaks JSON. Anything else was not meant to be said, and is the more worth reading.
  if (!said) return line.trim() ? [{ kind: 'said', text: `${shortName(from)}: ${line}` }] : [];
  switch (said.event) {
    case 'polled':
      return readPoll(said);
    case 'poll failed':
      return [state(said, `reading ${said.feed} failed: ${said.problem}`)];
    case 'budget unavailable':
      return [{ kind: 'said', text: `${said.domain}: the request budget cannot be kept: ${said.problem}` }];
    default:
      return readChat(said);
  }
}

type Said = Readonly<Record<string, unknown>>;

function readPoll(poll: Said): Happening[] {
  const { domain, feed, outcome, announced, messages, unreadable, notTaken } = poll;
  const refused = Object.entries(isObject(notTaken) ? notTaken : {});
  return [
    state(poll, troubleOf(poll)),
    {
      kind: 'state',
      about: `${domain}/${feed}/unreadable`,
      ...(Number(unreadable) > 0 && {
        text: `${domain}: ${unreadable} of the ${feed} cannot be read and are left out`,
      }),
    },
    ...refused.map(
      ([destination, reason]): Happening => ({
        kind: 'said',
        text: `${destination}: its queue did not take everything, which is tried again: ${reason}`,
      }),
    ),
    ...(outcome === 'polled' || Number(announced) > 0
      ? [
          {
            kind: 'looked' as const,
            domain: String(domain),
            feed: String(feed),
            announced: Number(announced),
            messages: Number(messages),
          },
        ]
      : []),
  ];
}

/** What went well is told by what the chat shows; this is the rest. */
function readChat(said: Said): Happening[] {
  const { event, destination, reason, domain, status, because } = said;
  const say = (text: string): Happening[] => [{ kind: 'said', text }];
  switch (event) {
    case 'parked':
      return say(`${destination}: a message cannot be shown and is parked: ${reason}`);
    case 'request refused':
      return say(`a request to the address for Slack was refused with ${status}: ${reason}`);
    case 'message comes back':
      return reason === 'asked for' ? [] : say(`a message is tried again later: ${reason}`);
    case 'click not queued':
    case 'form not filled':
      return say(`a click was not dealt with: ${said.error}`);
    case 'form not opened':
      return say(`Slack did not open a form: ${reason}`);
    case 'verdict.refused':
      return say(`${domain}: a click changed nothing: ${because}`);
    default:
      return [];
  }
}

const state = ({ domain, feed }: Said, trouble: string | undefined): Happening => ({
  kind: 'state',
  about: `${domain}/${feed}`,
  well: `${domain}: ${feed} can be read again`,
  ...(trouble !== undefined && { text: `${domain}: ${trouble}` }),
});

function troubleOf({ feed, outcome, paused, problem }: Said): string | undefined {
  if (paused === 'unauthorized') return `the API refuses the key for ${feed}; tried again every five minutes`;
  if (paused === 'not_ready') return `the API has no ${feed} yet; the bridge looks again by itself`;
  if (outcome === 'busy-elsewhere') {
    return `an earlier run still holds the ${feed}; reading goes on within a minute`;
  }
  return outcome === 'failed' ? `reading ${feed} failed: ${problem}` : undefined;
}

function readCloudLine(line: string): string {
  const [, caller = '', call, because] = /^denied: (\S+) (may not .+?), because (.*)$/.exec(line) ?? [];
  if (call)
    return `denied: ${shortName(caller)} ${call.replace(/arn:aws:(?:[^:\s]*:){3}/, '')}, because ${because}`;
  const [, name = '', type, message] = /^(\S+) failed: (\S+): (.*)$/s.exec(line) ?? [];
  if (!type) return line;
  const died = type === 'Runtime.ExitError' ? 'died' : 'failed';
  return `the function ${shortName(name)} ${died}: ${message}`;
}

/** `poll` of `posture-bridge-BridgePollerPollFunctionFAEF6B44`. */
export const shortName = (name: string): string =>
  /([A-Z][a-z0-9]*)Function[0-9A-F]{8}$/.exec(name)?.[1]?.toLowerCase() ?? name;

function parseObject(line: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Said => typeof value === 'object' && value !== null;
