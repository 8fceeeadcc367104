/** An answer with `ok: false`; `extra` is added to its body. */
export class SlackError extends Error {
  readonly code: string;
  readonly messages: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    more: {
      readonly messages?: readonly string[];
      readonly extra?: Readonly<Record<string, unknown>>;
      readonly retryAfterSeconds?: number;
    } = {},
  ) {
    super(code);
    this.name = 'SlackError';
    this.code = code;
    this.messages = more.messages ?? [];
    this.extra = more.extra ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export const rateLimited = (waitMs: number): SlackError =>
  new SlackError('ratelimited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });

export const missing = (field: string): SlackError =>
  new SlackError('invalid_arguments', { messages: [`[ERROR] missing required field: ${field}`] });
