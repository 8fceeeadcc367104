import * as z from 'zod/mini';
import type { Seal, SealOf } from '../../base/seal.ts';
import { type CaseList, readCaseList, writeCaseList } from '../document/bulk-list.ts';
import { readTarget, type Target, writeTarget } from '../document/button-target.ts';
import { type Origin, sealedValue } from '../document/sealed-value.ts';
import { LIMITS } from './limits.ts';
import type { SlackLocation } from './read-click.ts';

/** What a submitted form does not say by itself: Slack sends neither channel nor message with it. */
export interface FormMetadata extends SlackLocation {
  readonly about: FormAbout;
}

/** The case that is decided, or whose verdict is overridden; or the cases that are decided in bulk. */
export type FormAbout =
  | { readonly mode: 'comment' | 'override'; readonly target: Target }
  | { readonly mode: 'bulk'; readonly list: CaseList };

const text = z.optional(z.string());
const FORM = /* @__PURE__ */ sealedValue('form', LIMITS.privateMetadata, {
  k: z.enum(['comment', 'override', 'bulk']),
  g: z.string(),
  h: text,
  m: text,
  t: z.optional(z.string().check(z.regex(/^\d{1,12}\.\d{1,6}$/))),
  u: text,
});

/** Without the response_url when that is too long: then the notifier updates the message. Null when the list is too long. */
export function writeMetadata(metadata: FormMetadata, sealOf: SealOf): string | null {
  const { about, channel, messageTs, threadTs, responseUrl } = metadata;
  const what = about.mode === 'bulk' ? writeCaseList(about.list, sealOf) : writeTarget(about.target);
  if (what === null) return null;
  const write = (url: string | null) =>
    FORM.write(
      {
        ...{ k: about.mode, g: what },
        ...(channel !== null && { h: channel }),
        ...(messageTs !== null && { m: messageTs }),
        ...(threadTs !== null && { t: threadTs }),
        ...(url !== null && { u: url }),
      },
      sealOf,
    );
  return write(responseUrl) ?? write(null);
}

export interface ReadMetadata {
  readonly metadata: FormMetadata;
  readonly origin: Origin;
}

/** Null for what cannot be read, and for a list of cases that the bridge did not write. */
export function readMetadata(value: unknown, seal: Pick<Seal, 'isGenuine'> | null): ReadMetadata | null {
  const read = FORM.read(value, seal);
  if (!read) return null;
  const { k, g, h = null, m = null, t = null, u = null } = read.fields;
  const about = aboutOf(k, g, seal);
  if (!about) return null;
  const metadata = { about, channel: h, messageTs: m, threadTs: t, responseUrl: u };
  return { metadata, origin: read.origin };
}

function aboutOf(
  mode: FormAbout['mode'],
  text: string,
  seal: Pick<Seal, 'isGenuine'> | null,
): FormAbout | null {
  if (mode === 'bulk') {
    const list = readCaseList(text, seal);
    return list && { mode, list };
  }
  const target = readTarget(text, null)?.target;
  return target ? { mode, target } : null;
}
