import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json as readJson } from 'node:stream/consumers';
import { createGate } from './gate.ts';
import { type Insert, insertsIn } from './read-insert.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** DynamoDB's own limits. */
const MOST_STATEMENTS = 100;
const TARGET = /^DynamoDB_20120810\.(ExecuteStatement|ExecuteTransaction)$/;
/** dynalite requires a signature, but does not check it. */
const SIGNED = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
};

/**
 * Teaches dynalite, which has neither PartiQL nor transactions, the INSERTs that the bridge sends: of one row, or of
 * several at once. Nobody else reads or writes meanwhile. `journal`: a file to which a transaction is written before it
 * begins, so that after a kill half way the next process finds and completes it.
 */
export function answerInserts(server: Server, journal?: string): void {
  const [listener] = server.listeners('request') as Listener[];
  if (!listener) throw new Error('dynalite answers in another way than it did');
  server.removeAllListeners('request');
  const gate = createGate();
  const ask = (operation: string, input: object) => askListener(listener, operation, input);

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [, operation] = TARGET.exec(String(request.headers['x-amz-target'])) ?? [];
    const ended = () => new Promise<void>((resolve) => response.once('close', resolve));
    if (operation === undefined) {
      void gate.beside(() => {
        listener(request, response);
        return ended();
      });
      return;
    }
    void readJson(request)
      .then((input) => gate.alone(() => execute(operation, input as Record<string, unknown>)))
      .catch((problem: unknown) => failed(500, 'InternalServerError', String(problem)))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
        response.end(JSON.stringify(body));
      });
  });

  async function execute(operation: string, input: Record<string, unknown>): Promise<Answer> {
    const inserts = insertsIn(operation, input);
    if (!inserts)
      return invalid('Only INSERT statements with a parameter for each attribute are known here.');
    if (inserts.length > MOST_STATEMENTS) return invalid(`More than ${MOST_STATEMENTS} statements.`);
    const keys: string[] = [];
    const found: boolean[] = [];
    for (const insert of inserts) {
      const Key = await keyOf(insert);
      const there = await ask('GetItem', { TableName: insert.table, Key, ConsistentRead: true });
      if (there.status !== 200) return there;
      keys.push(JSON.stringify([insert.table, Key]));
      found.push(there.body.Item !== undefined);
    }
    if (new Set(keys).size < keys.length)
      return invalid('Transaction request cannot include multiple operations on one item');
    if (found.includes(true)) return operation === 'ExecuteTransaction' ? canceled(found) : duplicate();
    return putAll(inserts);
  }

  async function putAll(inserts: readonly Insert[]): Promise<Answer> {
    if (journal !== undefined) {
      writeFileSync(`${journal}.new`, JSON.stringify(inserts), { mode: 0o600 });
      renameSync(`${journal}.new`, journal);
    }
    const done: Insert[] = [];
    let refusal: Answer | undefined;
    for (const insert of inserts) {
      const put = await ask('PutItem', { TableName: insert.table, Item: insert.item });
      if (put.status !== 200) refusal = put;
      if (refusal) break;
      done.push(insert);
    }
    if (refusal) {
      for (const insert of done)
        await ask('DeleteItem', { TableName: insert.table, Key: await keyOf(insert) });
    }
    if (journal !== undefined) rmSync(journal, { force: true });
    return refusal ?? { status: 200, body: { Responses: inserts.map(() => ({})) } };
  }

  const keyNames = new Map<string, readonly string[]>();
  async function keyOf({ table, item }: Insert): Promise<Record<string, unknown>> {
    const known = keyNames.get(table) ?? (await readKeyNames(table));
    return Object.fromEntries(
      known.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
    );
  }
  async function readKeyNames(table: string): Promise<readonly string[]> {
    const { body } = await ask('DescribeTable', { TableName: table });
    const { KeySchema = [] } = (body.Table ?? {}) as { KeySchema?: { AttributeName: string }[] };
    const names = KeySchema.map(({ AttributeName }) => AttributeName);
    if (names.length > 0) keyNames.set(table, names);
    return names;
  }

  if (journal === undefined || !existsSync(journal)) return;
  const left = JSON.parse(readFileSync(journal, 'utf8')) as Insert[];
  void gate.alone(() => putAll(left));
}

/** Calls dynalite without a connection. */
const askListener = (listener: Listener, operation: string, input: object): Promise<Answer> =>
  new Promise((resolve) => {
    const headers: IncomingHttpHeaders = {
      ...SIGNED,
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
    };
    const request = Object.assign(Readable.from([Buffer.from(JSON.stringify(input))]), {
      ...{ method: 'POST', url: '/', headers },
    });
    const response = {
      statusCode: 200,
      setHeader: () => undefined,
      end(body: string) {
        resolve({ status: this.statusCode, body: JSON.parse(body) });
      },
    };
    listener(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });

const failed = (status: number, type: string, message: string, more: object = {}): Answer => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, Message: message, ...more },
});
const invalid = (message: string): Answer => failed(400, 'ValidationException', message);
const TWICE = 'Duplicate primary key exists in table';
const duplicate = (): Answer => failed(400, 'DuplicateItemException', TWICE);

function canceled(found: readonly boolean[]): Answer {
  const CancellationReasons = found.map((is) =>
    is ? { Code: 'DuplicateItem', Message: TWICE } : { Code: 'None' },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return failed(400, 'TransactionCanceledException', message, { CancellationReasons });
}
