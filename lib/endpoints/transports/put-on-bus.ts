import { AwsError, codeOfName } from '../../base/aws/aws-error.ts';
import type { AwsOperation, CallAws } from '../../base/aws/signed-aws.ts';
import type { EventBridgeDestination } from '../../config/aws-endpoint-schemas.ts';
import { readBusArn } from '../../config/bus-arn.ts';
import { classifyFault } from '../classify-fault.ts';
import type { Transport } from '../event-transport.ts';

export interface BusTransportParts {
  readonly callIn: (region: string) => CallAws;
  /** Whether a bus is in the account of the bridge: only then it may ask whether the bus is there. */
  readonly isOurs: (account: string) => boolean;
}

const operation = (name: string): AwsOperation => ({
  service: 'events',
  name,
  target: 'AWSEvents',
  contentType: 'application/x-amz-json-1.1',
});
const PUT_EVENTS = operation('PutEvents');
const DESCRIBE = operation('DescribeEventBus');
/** What stands in `source`, for rules to match. */
const SOURCE = 'posture-bridge';

/** An event on a bus of the user's own. */
export const createBusTransport =
  ({ callIn, isOurs }: BusTransportParts) =>
  (_name: string, { bus }: EventBridgeDestination): Transport => {
    const { region = '', account = '' } = readBusArn(bus) ?? {};

    /** EventBridge takes events for a bus that does not exist, says so to nobody, and drops them. */
    async function checkThere(): Promise<void> {
      if (!isOurs(account)) return;
      try {
        await callIn(region)(DESCRIBE, { Name: bus });
      } catch (error) {
        // The call to PutEvents will say whatever else is wrong.
        if (error instanceof AwsError && error.fault === 'ResourceNotFoundException') throw error;
      }
    }

    return async ({ type, atMs }, { body }) => {
      const entry = {
        EventBusName: bus,
        Source: SOURCE,
        DetailType: type,
        Detail: body,
        Time: Math.floor(atMs / 1_000),
      };
      try {
        await checkThere();
        checkTaken(await callIn(region)(PUT_EVENTS, { Entries: [entry] }));
        return { is: 'taken' };
      } catch (error) {
        return classifyFault(error);
      }
    };
  };

/** EventBridge may answer 200 and still refuse an entry: the answer says so for each of them. */
function checkTaken({ Entries }: Record<string, unknown>): void {
  const [entry] = Array.isArray(Entries) ? Entries : [];
  const { EventId, ErrorCode } = (entry ?? {}) as { EventId?: unknown; ErrorCode?: unknown };
  if (typeof ErrorCode === 'string' && ErrorCode !== '')
    throw new AwsError(codeOfName(ErrorCode), `PutEvents failed: ${ErrorCode}`, ErrorCode);
  if (typeof EventId !== 'string')
    throw new AwsError('malformed', 'PutEvents was answered without the id of an event');
}
