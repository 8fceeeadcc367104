import { createHash } from 'node:crypto';

const MAX_LENGTH = 128;

export const isFifo = (queueUrlOrArn: string): boolean => queueUrlOrArn.endsWith('.fifo');

/** What SQS takes as MessageDeduplicationId and MessageGroupId: 1 to 128 letters, digits and punctuation marks. */
export const isFifoId = (text: string): boolean => text.length <= MAX_LENGTH && /^[!-~]+$/.test(text);

/** The text itself where SQS takes it, otherwise its hash. The same text always becomes the same id. */
export const toFifoId = (text: string): string => (isFifoId(text) ? text : `sha256.${hash(text)}`);

/** Of the UTF-16, so that texts which differ only in what UTF-8 cannot hold differ here too. */
export const hash = (text: string): string => createHash('sha256').update(text, 'utf16le').digest('hex');
