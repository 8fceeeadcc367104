import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { rowKey } from '../../lib/dynamo/row-values.ts';
import { createItemMessages } from '../../lib/feed/item-messages.ts';
import { createThreatSource } from '../../lib/feed/posture-sources.ts';
import { seenRow } from '../../lib/ledger/item-rows.ts';
import type { World } from './feed-world.ts';

const FEED = { domain: 'acme', feed: 'threats' } as const;

/** What one would write first: fetch a page, put and send its items one by one, fetch the next page. */
export async function plainLoop({ client, dynamo, sqs, config, queueUrls, clock }: World): Promise<void> {
  const source = createThreatSource(client);
  const { route, forPlaces } = createItemMessages({
    config,
    feed: FEED,
    queueUrls,
    clock,
    onShadow: () => {},
    onUnrouted: () => {},
  });
  let cursor: string | undefined;
  do {
    const page = await source.page({ cursor, priority: 'live', deadlineMs: clock.now() + 60_000 });
    for (const item of page.items) {
      await dynamo.send(
        new UpdateItemCommand({
          TableName: 'ledger',
          Key: rowKey(seenRow.key(FEED, item.id)),
          UpdateExpression: 'SET #seen = :seen',
          ConditionExpression: 'attribute_not_exists(#pk)',
          ExpressionAttributeNames: { '#seen': 'seen', '#pk': 'pk' },
          ExpressionAttributeValues: { ':seen': { S: 'yes' } },
        }),
      );
      for (const { queueUrl, message } of forPlaces(item, route(item.item).destinations)) {
        // One message in a batch is what SendMessage is, and the fake knows only the batch.
        const Entries = [{ Id: '0', MessageBody: JSON.stringify(message.envelope) }];
        await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      }
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
