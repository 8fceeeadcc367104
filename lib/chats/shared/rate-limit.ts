/** Something that a chat lets the bridge do only so often. */
export interface RateLimit {
  readonly name: string;
  /** One after the other with this between them, in the long run. */
  readonly gapMs: number;
  /** So many may go at once after a rest; 1 unless given. */
  readonly burst?: number;
}

/** How often the bridge may do what in a channel. Two of them may be the same. */
export type RateLimits = Readonly<Record<'post' | 'update' | 'read', RateLimit>>;
