import * as z from 'zod/mini';
import { parseJson } from '../../lib/base/http/parse-json.ts';

const Urls = z.record(z.string(), z.string());

/** Each dead-letter queue, by what it is for. */
export const readDeadLetters = (json: string) =>
  Object.entries(Urls.parse(parseJson(json))).map(([subject, queueUrl]) => ({ subject, queueUrl }));
