import { randomBytes } from 'node:crypto';
import { GetParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { toAwsError } from '../../lib/base/aws/aws-error.ts';
import { FORGOTTEN_LIST, keyParameter } from '../../lib/base/key-names.ts';
import {
  type ForgottenList,
  MOST_BYTES,
  newForgottenList,
  readForgotten,
  withPerson,
  writeForgotten,
} from '../../lib/outbox/forgotten/forgotten-list.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { CommandError } from '../frame/errors.ts';

/** Two operators may add at the same moment, and SSM lets the last one win. */
const MOST_TRIES = 5;

const nameIn = async ({ outputs, name }: OpenBridge): Promise<string> =>
  keyParameter((await outputs()).BridgeName ?? name, FORGOTTEN_LIST);

/** Whom operators had forgotten before; null for nobody. */
export async function readForgottenList(bridge: OpenBridge): Promise<ForgottenList | null> {
  const Name = await nameIn(bridge);
  try {
    const { Parameter } = await bridge.ssm.send(new GetParameterCommand({ Name, WithDecryption: true }));
    return Parameter?.Value ? readForgotten(Parameter.Value) : null;
  } catch (thrown) {
    if ((thrown as Error).name === 'ParameterNotFound') return null;
    throw (thrown as Error).name === 'Error' ? thrown : toAwsError('GetParameter', thrown);
  }
}

/** Puts the person on the list outside of the table, by which every function leaves them out from now on. */
export async function addToForgotten(bridge: OpenBridge, identifiers: readonly string[]): Promise<void> {
  const Name = await nameIn(bridge);
  const nowMs = bridge.clock.now();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await readForgottenList(bridge);
    const list = before ?? newForgottenList(randomBytes(16));
    const next = withPerson(list, identifiers, nowMs);
    const kept = new Map(before?.names.map(({ hash, untilMs }) => [hash, untilMs]));
    const isThere = next.names.every(({ hash, untilMs }) => (kept.get(hash) ?? 0) >= untilMs);
    if (before && isThere) return;
    const Value = writeForgotten(next);
    if (Value.length > MOST_BYTES)
      throw new CommandError(
        `${Name} is full: it has ${list.names.length} names and ids of people who were forgotten. Nothing was erased.`,
      );
    const put = { Name, Value, Type: 'SecureString', Overwrite: before !== null } as const;
    // A list of more than 4 KB is of the tier that costs 5 cents a month.
    await bridge.ssm
      .send(new PutParameterCommand({ ...put, Tier: 'Intelligent-Tiering' }))
      .catch((thrown: Error) =>
        thrown.name === 'ParameterAlreadyExists' ? null : Promise.reject(toAwsError('PutParameter', thrown)),
      );
  }
  throw new CommandError(
    `${Name} was written by others each of ${MOST_TRIES} times. Nothing was erased: try again.`,
  );
}
