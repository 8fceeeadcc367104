import { utc } from '../../base/text/format.ts';
import type { Notice } from '../../case/message-content.ts';
import type { Telling, Watched } from './connector-changes.ts';

const HOW: Readonly<Record<string, string>> = {
  active: 'works',
  degraded: 'keeps failing',
  disabled: 'is switched off',
  pending: 'has sent nothing yet',
  not_configured: 'is not set up',
};

const TODO: Readonly<Record<string, string>> = {
  active: 'New cases have its evidence again.',
  degraded: 'It failed three times or more in a row, so evidence may be missing in new cases.',
  disabled: 'While it is off, new cases have no evidence from it.',
  pending: 'Until its first read, new cases have no evidence from it.',
  not_configured: 'New cases have no evidence from it.',
};

const MOST_OFTEN = 3;

const how = (status: string): string => HOW[status] ?? `is "${status.slice(0, 40)}"`;

/** What the operators read when a connector changed. */
export function connectorWords(
  domain: string,
  { name, toldMs }: Pick<Watched, 'name' | 'toldMs'>,
  { from, to, sinceMs }: Telling,
): Omit<Notice, 'at'> {
  const since = utc(sinceMs);
  const before = from === null ? '' : ` Before that it was "${from.slice(0, 40)}".`;
  const repair = to === 'active' ? '' : ' Check it in the platform.';
  const often =
    toldMs.length >= MOST_OFTEN
      ? ` It changed ${toldMs.length} times in six hours, so you are told less often.`
      : '';
  return {
    code: `connector_${/^[a-z_]{1,40}$/.test(to) ? to : 'changed'}`,
    title: `${domain}: the connector ${name} ${how(to)}`,
    text: `Since ${since}.${before} ${TODO[to] ?? 'Evidence may be missing in new cases.'}${repair}${often}`,
  };
}
