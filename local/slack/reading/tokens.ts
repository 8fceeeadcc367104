import type { Names } from './names.ts';

export type Mention = {
  readonly kind: 'user' | 'group' | 'broadcast' | 'channel';
  /** The id, or `here`, `channel`, `everyone`. */
  readonly who: string;
  /** Found without angle brackets, which `verbatim` would have prevented. */
  readonly bare: boolean;
};

export type Link = {
  readonly kind: 'link';
  readonly url: string;
  readonly label?: string;
  readonly bare: boolean;
};

export type Live = Mention | Link;

type Token = { readonly shown: string; readonly live?: Live };

export const BROADCASTS = ['here', 'channel', 'everyone'] as const;

const split = (content: string): readonly [string, string | undefined] => {
  const bar = content.indexOf('|');
  return bar === -1 ? [content, undefined] : [content.slice(0, bar), content.slice(bar + 1)];
};

const linkTo = (url: string, label: string | undefined): Link => ({
  kind: 'link',
  url,
  ...(label === undefined ? {} : { label }),
  bare: false,
});

const readDate = (target: string, label: string | undefined): Token => {
  const [, , format = '', url] = target.split('^');
  const shown = label ?? format;
  return url === undefined ? { shown } : { shown, live: linkTo(url, shown) };
};

const readSpecial = (target: string, label: string | undefined): Token => {
  if (target.startsWith('date^')) return readDate(target, label);
  const [, group] = /^subteam\^(S[A-Z0-9]+)$/.exec(target) ?? [];
  if (group !== undefined)
    return { shown: label ?? `@${group}`, live: { kind: 'group', who: group, bare: false } };
  // `!group` is the old name of `!channel`.
  const range = target === 'group' ? 'channel' : BROADCASTS.find((name) => name === target);
  if (range !== undefined)
    return { shown: `@${range}`, live: { kind: 'broadcast', who: range, bare: false } };
  return { shown: label ?? `<!${target}>` };
};

/** The content of angle brackets; undefined if Slack would show the brackets. */
export const readToken = (content: string, names: Names): Token | undefined => {
  const [target, label] = split(content);
  if (target.startsWith('!')) return readSpecial(target.slice(1), label);
  const [, user] = /^@([UW][A-Z0-9]+)$/.exec(target) ?? [];
  if (user !== undefined)
    return {
      shown: `@${names.userName(user) ?? label ?? user}`,
      live: { kind: 'user', who: user, bare: false },
    };
  const [, channel] = /^#([CGD][A-Z0-9]+)$/.exec(target) ?? [];
  if (channel !== undefined)
    return {
      shown: `#${names.channelName(channel) ?? label ?? channel}`,
      live: { kind: 'channel', who: channel, bare: false },
    };
  // Any scheme counts: one link too many is better than a spoofed one that was overlooked.
  if (/^[a-z][a-z0-9+.-]*:\S/i.test(target)) return { shown: label ?? target, live: linkTo(target, label) };
  return undefined;
};
