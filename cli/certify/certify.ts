import { AwsError } from '../../lib/base/aws/aws-error.ts';
import { TransportError } from '../../lib/base/http/http-transport.ts';
import { isChat } from '../../lib/config/chats.ts';
import { type Belief, type CertifyParts, differs, holds, notSeen, type Seen } from './belief.ts';
import { oneOf, type Safe, safe } from './safe-text.ts';

export interface Certified extends Seen {
  readonly belief: Belief;
  /** Who saw it. */
  readonly by: 'the command' | 'a person' | 'nobody';
}

/** A person's answer: whether it is as believed; null if they do not know. */
export type AskPerson = (belief: Belief) => Promise<boolean | null>;

export const NOT_LOOKED_AT: Safe = safe`not looked at: it takes a person`;
const IN_THE_LOCAL_CLOUD: Safe = safe`npm start runs stand-ins of its own`;

/** One after the other, because they share the API's requests a minute; `null`: nobody can be asked. */
export async function certify(
  beliefs: readonly Belief[],
  parts: CertifyParts,
  ask: AskPerson | null,
): Promise<Certified[]> {
  const certified: Certified[] = [];
  for (const belief of beliefs) certified.push(await certifyOne(belief, parts, ask));
  return certified;
}

async function certifyOne(belief: Belief, parts: CertifyParts, ask: AskPerson | null): Promise<Certified> {
  const seen = await look(belief, parts);
  if (seen && seen.is !== 'unknown') return { belief, by: 'the command', ...seen };
  const said = isForPeople(belief, parts) && ask ? await ask(belief) : null;
  if (said !== null)
    return { belief, by: 'a person', ...(said ? holds : differs)(said ? safe`a person saw it` : NOT_SO) };
  return { belief, by: 'nobody', ...(seen ?? notSeen(NOT_LOOKED_AT)) };
}

const NOT_SO: Safe = safe`a person saw that it is not so`;

/** Nobody is asked about a chat that the bridge does not have. */
const isForPeople = ({ about }: Belief, { config }: CertifyParts): boolean =>
  !isChat(about) || config[about] !== undefined;

async function look(belief: Belief, parts: CertifyParts): Promise<Seen | null> {
  if (!belief.look) return null;
  if (belief.isOutside && parts.bridge.isLocal) return notSeen(IN_THE_LOCAL_CLOUD);
  try {
    return await belief.look(parts);
  } catch (error) {
    // What was thrown may name an account, a person or an address, and goes nowhere.
    return notSeen(safe`it could not be looked at: ${why(error)}`);
  }
}

const FAULTS = ['AccessDenied', 'AccessDeniedException', 'HTTP 403', 'HTTP 404', 'UnknownOperationException'];

function why(error: unknown): Safe {
  if (error instanceof TransportError) return safe`no answer`;
  if (!(error instanceof AwsError)) return safe`an unexpected error`;
  return safe`AWS said ${oneOf(error.fault, FAULTS)}`;
}
