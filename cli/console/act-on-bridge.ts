import { randomUUID } from 'node:crypto';
import type { Operator, WantedAct } from '../../console/acts/act-routes.ts';
import { namedQueues } from '../../console/flow/stack-names.ts';
import { isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { probeNow } from '../../lib/outbox/circuit-breaker.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { askFeed, feedLedgerOf, nameOfFeed } from '../act/ask-feed.ts';
import { deadQueuesOf } from '../act/dead-letters.ts';
import { noteOperation } from '../act/note-operation.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { redriveLetters } from '../commands/dlq-redrive.ts';
import { CommandError } from '../frame/errors.ts';
import { pickFeeds } from '../frame/pick.ts';
import { placesOf } from '../look/places-of-item.ts';

/** As far back as `replay` looks for an item. */
const REPLAY_SINCE_MS = 7 * 86_400_000;

type Of<Do extends WantedAct['do']> = Extract<WantedAct, { do: Do }>;

/** What the console does with `--act`: the same as the commands of these names, also in the audit trail. */
export function createOperator(bridge: OpenBridge, config: BridgeConfig): Operator {
  const { where, clock } = bridge;

  async function queueOf({ queue }: Of<'redrive'>) {
    const named = namedQueues(await bridge.outputs()).find(({ id }) => id === queue);
    const found = (await deadQueuesOf(bridge)).find((one) => one.deadLettersUrl === named?.deadLettersUrl);
    if (!found) throw new CommandError(`There is no queue ${queue} with dead letters.`);
    return found;
  }

  function ledgerFor(destination: string) {
    const type = config.destinations[destination]?.type;
    if (type === undefined) throw new CommandError(`The configuration has no destination ${destination}.`);
    const rows = createDynamoVersionedRows(bridge.ledger);
    return isChat(type) ? createDeliveryLedger(rows) : createEventLedger(rows);
  }

  async function closedAt(destination: string) {
    const closed = (await ledgerFor(destination).loadOutage(destination))?.value;
    if (!closed) throw new CommandError(`${destination} is open: there is nothing to try.`);
    return closed;
  }

  const plans = {
    redrive: async (act: Of<'redrive'>) =>
      `In ${where}: all dead letters of ${(await queueOf(act)).queue} are sent to the queue once more. What was done after all is not done twice.`,
    async reopen({ destination }: Of<'reopen'>) {
      const { reason } = await closedAt(destination);
      return `In ${where}: ${destination} is tried now. It was closed because of ${reason}.`;
    },
    async replay({ id, ...feed }: Of<'replay'>) {
      pickFeeds(config, feed);
      const places = await placesOf(bridge, { ...feed, id });
      const known =
        places.length > 0
          ? `It is at ${places.join(', ')} already, and is not posted there again.`
          : 'The ledger knows no place that has it.';
      return `In ${where}: the poller hands ${id} of ${nameOfFeed(feed)} over once more, if it was created in the last week. ${known}`;
    },
  };

  const deeds = {
    async redrive(act: Of<'redrive'>) {
      const { queue } = await queueOf(act);
      const { lines } = await redriveLetters(
        { bridge: async () => bridge, config: async () => config, confirm: async () => {} },
        { named: queue, only: undefined },
      );
      return lines.join(' ');
    },
    async reopen({ destination }: Of<'reopen'>) {
      await closedAt(destination);
      await noteOperation(bridge, config, { id: randomUUID(), what: `reopen ${destination}` });
      await probeNow(ledgerFor(destination), destination, clock);
      return `${destination} is tried with the next message for it, or within a minute.`;
    },
    async replay({ id: item, domain, feed }: Of<'replay'>) {
      const id = randomUUID();
      await noteOperation(bridge, config, { id, domain, what: `replay ${feed} ${item}` });
      const fromMs = clock.now() - REPLAY_SINCE_MS;
      await askFeed(feedLedgerOf(bridge), clock, { domain, feed }, { id, fromMs, again: 'all', only: item });
      return `The poller looks for ${item}, within about three minutes.`;
    },
  };

  return {
    plan: (act) => plans[act.do](act as never),
    carryOut: (act) => deeds[act.do](act as never),
  };
}
