import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedAws } from '../../../../lib/base/aws/signed-aws.ts';
import { createSignedSend } from '../../../../lib/base/aws/signed-queue.ts';
import { createSignedSecrets } from '../../../../lib/base/aws/signed-secrets.ts';
import { type LocalQueues, startFauxqs } from '../../../support/aws/start-fauxqs.ts';
import { startSsmStandIn } from '../../../support/functions/ssm-stand-in.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { type Answer, type ScriptedRequest, startScriptedServer } from '../../../support/scripted-server.ts';

const CREDENTIALS = {
  accessKeyId: 'ASIALOCAL',
  secretAccessKey: 'local-secret',
  sessionToken: 'local-token',
};
const QUEUE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/verdicts';

function setUp(endpoint: string, timeoutMs = 1_000) {
  const clock = createManualClock();
  const callAws = createSignedAws({
    region: 'eu-west-1',
    credentials: CREDENTIALS,
    endpoint,
    clock,
    random: () => 0.5,
    timeoutMs,
  });
  return { clock, send: createSignedSend(callAws), readSecret: createSignedSecrets(callAws) };
}

describe('with servers that speak as AWS does', () => {
  let queues: LocalQueues;
  beforeAll(async () => {
    queues = await startFauxqs();
  });
  afterAll(() => queues.stop());

  async function endpoint(): Promise<string> {
    const { protocol, hostname, port } = (await queues.client.config.endpoint?.()) ?? {};
    return `${protocol}//${hostname}:${port}`;
  }

  it('sends a message that the queue then has, whatever letters it is written in', async () => {
    const queue = queues.createQueue('standard');
    const { send } = setUp(await endpoint());
    await send(queue, '{"name":"Zoë"}');
    expect((await queues.drain(queue)).map(({ Body }) => Body)).toEqual(['{"name":"Zoë"}']);
  });

  it('names the queue that does not exist, and does not try again', async () => {
    const missing = queues.createQueue('standard').replace(/queue-\d+/, 'missing');
    const { send, clock } = setUp(await endpoint());
    await expect(send(missing, 'x')).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/^SendMessage failed: QueueDoesNotExist/) as string,
    });
    expect(clock.slept).toEqual([]);
  });

  it('reads a secret decrypted, and says what to do about an empty one or one that is not there', async () => {
    const ssm = await startSsmStandIn({ '/a': 'the secret', '/empty': '' });
    const { readSecret } = setUp(ssm.url);
    expect(await readSecret('/a')).toBe('the secret');
    await expect(readSecret('/empty')).rejects.toThrow(
      'the parameter /empty is empty: put the secret into it',
    );
    await expect(readSecret('/missing')).rejects.toThrow('GetParameter failed: ParameterNotFound');
    await ssm.close();
  });
});

/** Sends one message to a server that answers so. */
async function sendTo(script: (request: ScriptedRequest) => Answer, timeoutMs?: number) {
  const server = await startScriptedServer(script);
  const { send, clock } = setUp(server.url, timeoutMs);
  const outcome = await send(QUEUE, 'the body').then(
    () => 'sent' as const,
    (error: Error) => error,
  );
  await server.close();
  return { outcome, requests: server.requests, slept: clock.slept };
}

const TAKEN: Answer = { json: { MessageId: 'm1' } };

describe('one call', () => {
  it('goes to the endpoint that is set, with the token of the session, signed for region and service', async () => {
    const { outcome, requests } = await sendTo(() => TAKEN);
    expect(outcome).toBe('sent');
    const [{ method, path, headers, body }] = requests as [ScriptedRequest];
    expect([method, path, JSON.parse(body)]).toEqual([
      'POST',
      '/',
      { QueueUrl: QUEUE, MessageBody: 'the body' },
    ]);
    expect(headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AmazonSQS.SendMessage',
      'x-amz-security-token': 'local-token',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=ASIALOCAL\/\d{8}\/eu-west-1\/sqs\//,
      ) as string,
    });
  });

  it('is tried once more when the connection broke, and when AWS is busy or fails', async () => {
    const busy = { status: 400, json: { __type: 'com.amazonaws.sqs#ThrottlingException' } };
    for (const first of [{ drop: 'before' }, { drop: 'half', json: {} }, busy, { status: 503 }] as Answer[]) {
      const { outcome, requests, slept } = await sendTo(({ index }) => (index === 0 ? first : TAKEN));
      expect([outcome, requests.length, slept.length]).toEqual(['sent', 2, 1]);
    }
  });

  it('fails after the second try, and when there is no answer in time', async () => {
    const failing = await sendTo(() => ({ status: 500, text: 'oops' }));
    expect(failing.outcome).toMatchObject({ code: 'unreachable', message: 'SendMessage failed: HTTP 500' });
    expect(failing.requests).toHaveLength(2);
    const late = await sendTo(() => ({ ...TAKEN, delayMs: 5_000 }), 50);
    expect(late.outcome).toMatchObject({ code: 'unreachable', message: 'SendMessage failed: TimeoutError' });
    expect(late.requests).toHaveLength(2);
  });

  it('counts as failed when the answer does not say that the queue has the message', async () => {
    for (const answer of [{ json: {} }, { json: null }, { json: [] }, { text: '<html>' }] as Answer[]) {
      expect((await sendTo(() => answer)).outcome).toMatchObject({ code: 'malformed' });
    }
  });

  it('reads no more of an answer than AWS ever sends, and does not ask for it again', async () => {
    const text = JSON.stringify({ MessageId: 'x'.repeat(6 * 1024 * 1024) });
    const { outcome, requests } = await sendTo(() => ({ text }));
    expect(outcome).toMatchObject({ code: 'too_large', retryable: false });
    expect(requests).toHaveLength(1);
  });

  it('fails with words that hold nothing of what was sent, of the key or of the answer', async () => {
    const __type = 'InvalidSignatureException';
    const { outcome } = await sendTo(() => ({
      status: 403,
      json: { __type, message: 'the body local-secret' },
    }));
    expect(outcome).toMatchObject({
      code: 'rejected',
      message: 'SendMessage failed: InvalidSignatureException',
    });
  });
});
