import * as z from 'zod/mini';
import { parseJson } from '../../platform/http/parse-json.ts';
import type { Seal, SealOf } from '../../platform/seal.ts';
import { asciiJson, type Origin, readTarget, type Target, writeTarget } from '../document/button-target.ts';
import { LIMITS } from './limits.ts';

/** What a submitted form does not say by itself: Slack sends neither channel nor message with it. */
export interface ModalMetadata {
  readonly target: Target;
  readonly channel: string;
  readonly messageTs: string;
  /** The thread in which it was pressed, for private words. */
  readonly threadTs?: string | null | undefined;
  /** Takes five answers within 30 minutes of the press. */
  readonly responseUrl: string | null;
  readonly openedAtMs: number;
  readonly mode: 'comment' | 'override';
  readonly commentRoom: number;
}

/** Without the response_url when that is too long: then the message is updated through its channel's queue. */
export function writeMetadata(metadata: ModalMetadata, sealOf?: SealOf): string {
  const whole = written(metadata, sealOf);
  return whole.length <= LIMITS.privateMetadata ? whole : written({ ...metadata, responseUrl: null }, sealOf);
}

function written(metadata: ModalMetadata, sealOf?: SealOf): string {
  const fields = fieldsOf(metadata);
  return asciiJson(sealOf ? { ...fields, s: sealOf(sealedText(fields)) } : fields);
}

const fieldsOf = ({
  target,
  channel,
  messageTs,
  threadTs,
  responseUrl,
  openedAtMs,
  mode,
  commentRoom,
}: ModalMetadata) => ({
  g: writeTarget(target),
  h: channel,
  m: messageTs,
  ...(threadTs ? { t: threadTs } : {}),
  ...(responseUrl === null ? {} : { u: responseUrl }),
  o: openedAtMs,
  k: mode,
  r: commentRoom,
});

const sealedText = (fields: object): string => `form ${asciiJson(fields)}`;

const Written = z.object({
  g: z.string(),
  h: z.string(),
  m: z.string(),
  u: z.optional(z.string()),
  o: z.int(),
  k: z.enum(['comment', 'override']),
  r: z.int(),
  t: z.optional(z.string().check(z.regex(/^\d{1,12}\.\d{1,6}$/))),
  s: z.optional(z.string()),
});

export interface ReadMetadata {
  readonly metadata: ModalMetadata;
  readonly origin: Origin;
}

export function readMetadata(text: unknown, seal: Pick<Seal, 'isGenuine'> | null): ReadMetadata | null {
  const read = Written.safeParse(typeof text === 'string' ? parseJson(text) : null);
  const target = read.success ? readTarget(read.data.g, null)?.target : undefined;
  if (!read.success || !target) return null;
  const { h, m, t, u, o, k, r, s } = read.data;
  const metadata: ModalMetadata = {
    target,
    channel: h,
    messageTs: m,
    ...(t !== undefined && { threadTs: t }),
    responseUrl: u ?? null,
    openedAtMs: o,
    mode: k,
    commentRoom: r,
  };
  return {
    metadata,
    origin: seal?.isGenuine(sealedText(fieldsOf(metadata)), s ?? '') ? 'genuine' : 'altered',
  };
}
