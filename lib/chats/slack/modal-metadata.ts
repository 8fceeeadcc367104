import * as z from 'zod/mini';
import { parseJson } from '../../platform/http/parse-json.ts';
import { asciiJson, parseTarget, type Target, writeTarget } from '../shared/button-target.ts';
import { LIMITS } from './limits.ts';

/** What a submitted form does not say by itself: Slack sends neither channel nor message with it. */
export interface ModalMetadata {
  readonly target: Target;
  readonly channel: string;
  readonly messageTs: string;
  /** Takes five answers within 30 minutes of the press. */
  readonly responseUrl: string | null;
  readonly openedAtMs: number;
  readonly mode: 'comment' | 'override';
  readonly commentRoom: number;
}

/** Without the response_url when that is too long: then the message is updated through its channel's queue. */
export function writeMetadata(metadata: ModalMetadata): string {
  const whole = written(metadata);
  return whole.length <= LIMITS.privateMetadata ? whole : written({ ...metadata, responseUrl: null });
}

const written = ({ target, channel, messageTs, responseUrl, openedAtMs, mode, commentRoom }: ModalMetadata) =>
  asciiJson({
    g: writeTarget(target),
    h: channel,
    m: messageTs,
    ...(responseUrl === null ? {} : { u: responseUrl }),
    o: openedAtMs,
    k: mode,
    r: commentRoom,
  });

const Written = z.object({
  g: z.string(),
  h: z.string(),
  m: z.string(),
  u: z.optional(z.string()),
  o: z.int(),
  k: z.enum(['comment', 'override']),
  r: z.int(),
});

export function readMetadata(text: unknown): ModalMetadata | null {
  const read = Written.safeParse(typeof text === 'string' ? parseJson(text) : null);
  const target = read.success ? parseTarget(read.data.g) : null;
  if (!read.success || !target) return null;
  const { h, m, u, o, k, r } = read.data;
  return {
    target,
    channel: h,
    messageTs: m,
    responseUrl: u ?? null,
    openedAtMs: o,
    mode: k,
    commentRoom: r,
  };
}
