import { describeIssue } from '../platform/describe-issues.ts';
import { Envelope, type Notice } from './envelope.ts';
import { bytesOf, cutText, MAX_MESSAGE_BYTES, toMessageText, toMessageTextWithin } from './message-text.ts';
import { addTrimmings, trimItem } from './trim-item.ts';

/** What the words in `trimmed` may take: a few short sentences. */
const TRIMMED_BYTES = 500;
const NOTICE = { code: 100, title: 1_000, text: 20_000 };

/** What we built ourselves is not what we agreed on: a mistake in the code, so it throws. */
export class InvalidEnvelopeError extends Error {
  override readonly name = 'InvalidEnvelopeError';
  readonly code = 'invalid_envelope';
  readonly retryable = false;
}

/** The text of a message: valid, and never longer than a queue takes. What had to go is said in `trimmed`. */
export function packEnvelope(envelope: Envelope, maxBytes = MAX_MESSAGE_BYTES): string {
  const checked = Envelope.safeParse(envelope);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => describeIssue(issue, envelope));
    throw new InvalidEnvelopeError(problems.join('; '));
  }
  const whole = toMessageTextWithin(checked.data, maxBytes);
  if (whole !== null) return whole;
  const packed = toMessageText(trimmedEnvelope(checked.data, maxBytes));
  const bytes = Buffer.byteLength(packed);
  // Names of domains, destinations and routes come from the configuration, which keeps them short.
  if (bytes > maxBytes) throw new InvalidEnvelopeError(`the names in an envelope take ${bytes} bytes`);
  return packed;
}

function trimmedEnvelope(envelope: Envelope, maxBytes: number): Envelope {
  if (envelope.kind === 'notice') {
    return { ...envelope, notice: trimNotice(envelope.notice), trimmed: { what: ['notice: shortened'] } };
  }
  if (envelope.kind === 'refresh') return envelope;
  const around = bytesOf({ ...envelope, item: null }) + TRIMMED_BYTES;
  const room = maxBytes - around;
  if (envelope.kind === 'case') {
    const { item, ...more } = trimItem('case', envelope.item, room);
    return { ...envelope, item, trimmed: addTrimmings(envelope.trimmed, more) };
  }
  const { item, ...more } = trimItem('threat', envelope.item, room);
  return { ...envelope, item, trimmed: addTrimmings(envelope.trimmed, more) };
}

const trimNotice = (notice: Notice): Notice => ({
  ...notice,
  code: cutText(notice.code, NOTICE.code),
  title: cutText(notice.title, NOTICE.title),
  text: cutText(notice.text, NOTICE.text),
});
