import { addressProblem } from '../../lib/config/fields.ts';
import { StartError } from './start-error.ts';

/** The API of a vendor instead of the reference server. */
export interface RealApi {
  readonly baseUrl: string;
  readonly key: string;
}

/** What the environment says about a real API; nothing when it says nothing. No sentence repeats a value. */
export function readRealApi(env: Readonly<Record<string, string | undefined>>): RealApi | undefined {
  const baseUrl = env.POSTURE_BASE_URL?.trim() ?? '';
  const key = env.POSTURE_API_KEY?.trim() ?? '';
  if (!baseUrl && !key) return undefined;
  if (!key) throw new StartError(`POSTURE_BASE_URL is set and POSTURE_API_KEY is not. ${BOTH}`);
  if (!baseUrl) throw new StartError(`POSTURE_API_KEY is set and POSTURE_BASE_URL is not. ${BOTH}`);
  const problem =
    addressProblem(baseUrl) ??
    (new URL(baseUrl).search && 'must not have a query: it is the part before /cases');
  if (problem) throw new StartError(`POSTURE_BASE_URL ${problem}.`);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new StartError('POSTURE_API_KEY holds characters that no key has, such as blanks.');
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), key };
}

const BOTH = 'Set both to poll the real API, or neither to use the reference server.';
