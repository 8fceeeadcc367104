import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { LocalCloud } from '../../../local/cloud/local-cloud.ts';

const ACCOUNT = '000000000000';

/** One attempt to create, change or delete the stack. */
interface Attempt {
  readonly kind: 'create' | 'update' | 'delete';
  readonly ends: string;
}

export interface DeployingAccount {
  readonly url: string;
  /** Every action of CloudFormation that changes something, in order. */
  readonly done: readonly string[];
  /** What is wrong with what was deployed. */
  readonly problems: readonly string[];
  /** The next creation fails for this reason and is rolled back. */
  failNext(reason: string): void;
  readonly isProtected: () => boolean;
  close(): Promise<void>;
}

/**
 * An account that CDK's own command line can deploy to: the parts of CloudFormation, S3, STS and SSM that it calls, in front of
 * a local cloud, which gets everything else. The local cloud runs the stack from the beginning; to CloudFormation it exists once it
 * was deployed, with the very template that the local cloud runs.
 */
export async function startDeployingAccount(
  cloud: LocalCloud,
  templateFile: string,
): Promise<DeployingAccount> {
  const objects = new Map<string, Buffer>();
  const changeSets = new Map<string, { readonly template: string; readonly kind: 'CREATE' | 'UPDATE' }>();
  const done: string[] = [];
  const problems: string[] = [];
  let status: string | null = null;
  let isProtected = false;
  let failure: string | null = null;
  let events: { readonly id: string; readonly status: string; readonly reason?: string }[] = [];
  const stackId = `arn:aws:cloudformation:${cloud.endpoints.region}:${ACCOUNT}:stack/${cloud.name}/${randomUUID()}`;

  const told = (state: string, reason?: string): void => {
    status = state;
    events = [{ id: randomUUID(), status: state, ...(reason && { reason }) }, ...events];
  };
  const end = ({ kind, ends }: Attempt, reason?: string): void => {
    done.push(`${kind} ${ends}`);
    told(ends, reason);
  };

  const onForm: Readonly<Record<string, (form: URLSearchParams) => Said>> = {
    GetCallerIdentity: () =>
      result('GetCallerIdentity', {
        Arn: `arn:aws:iam::${ACCOUNT}:user/operator`,
        UserId: 'operator',
        Account: ACCOUNT,
      }),
    AssumeRole: () => refusal('AccessDenied', 'this account has no such role', 403),
    DescribeStacks: (form) =>
      status === null || !isOurs(form)
        ? missing(form)
        : result('DescribeStacks', {
            Stacks: list([
              {
                StackId: stackId,
                StackName: cloud.name,
                StackStatus: status,
                CreationTime: '2026-11-18T00:00:00Z',
                EnableTerminationProtection: String(isProtected),
                Outputs: list(
                  /_COMPLETE$/.test(status) && !/ROLLBACK/.test(status)
                    ? Object.entries(cloud.outputs).map(([OutputKey, OutputValue]) => ({
                        OutputKey,
                        OutputValue,
                      }))
                    : [],
                ),
              },
            ]),
          }),
    GetTemplate: (form) => (status === null ? missing(form) : result('GetTemplate', { TemplateBody: '{}' })),
    CreateChangeSet(form) {
      const kind = form.get('ChangeSetType') === 'CREATE' ? 'CREATE' : 'UPDATE';
      const key = new URL(form.get('TemplateURL') ?? 'http://none').pathname;
      const template = form.get('TemplateBody') ?? objects.get(decodeURIComponent(key))?.toString() ?? '';
      checkTemplate(template);
      const id = `arn:aws:cloudformation:${cloud.endpoints.region}:${ACCOUNT}:changeSet/${form.get('ChangeSetName')}/${randomUUID()}`;
      changeSets.set(id, { template, kind });
      if (kind === 'CREATE') told('REVIEW_IN_PROGRESS');
      return result('CreateChangeSet', { Id: id, StackId: stackId });
    },
    DescribeChangeSet: (form) =>
      result('DescribeChangeSet', {
        ChangeSetId: form.get('ChangeSetName') ?? '',
        ChangeSetName: 'cdk-deploy-change-set',
        StackId: stackId,
        StackName: cloud.name,
        Status: 'CREATE_COMPLETE',
        ExecutionStatus: 'AVAILABLE',
        Changes: list([
          {
            Type: 'Resource',
            ResourceChange: {
              Action: 'Add',
              LogicalResourceId: 'Bridge',
              ResourceType: 'AWS::DynamoDB::Table',
            },
          },
        ]),
      }),
    ExecuteChangeSet(form) {
      const set = changeSets.get(form.get('ChangeSetName') ?? '') ?? [...changeSets.values()].at(-1);
      const kind = set?.kind === 'UPDATE' ? 'update' : 'create';
      if (failure !== null) {
        end({ kind, ends: kind === 'create' ? 'ROLLBACK_COMPLETE' : 'UPDATE_ROLLBACK_COMPLETE' }, failure);
        failure = null;
      } else end({ kind, ends: kind === 'create' ? 'CREATE_COMPLETE' : 'UPDATE_COMPLETE' });
      return result('ExecuteChangeSet', {});
    },
    DeleteChangeSet: () => result('DeleteChangeSet', {}),
    DescribeStackEvents: (form) =>
      status === null
        ? missing(form)
        : result('DescribeStackEvents', {
            StackEvents: list(
              events.map(({ id, status: state, reason }) => ({
                EventId: id,
                StackId: stackId,
                StackName: cloud.name,
                LogicalResourceId: cloud.name,
                PhysicalResourceId: stackId,
                ResourceType: 'AWS::CloudFormation::Stack',
                ResourceStatus: state,
                ResourceStatusReason: reason ?? '',
                Timestamp: new Date().toISOString(),
              })),
            ),
          }),
    UpdateTerminationProtection(form) {
      isProtected = form.get('EnableTerminationProtection') === 'true';
      done.push(isProtected ? 'protect' : 'unprotect');
      return result('UpdateTerminationProtection', { StackId: stackId });
    },
    DeleteStack() {
      if (isProtected)
        return refusal(
          'ValidationError',
          `Stack [${cloud.name}] cannot be deleted while TerminationProtection is enabled`,
        );
      done.push('delete');
      status = null;
      events = [];
      return result('DeleteStack', {});
    },
    ListStacks: () => result('ListStacks', { StackSummaries: list([]) }),
    DescribeStackResources: () => result('DescribeStackResources', { StackResources: list([]) }),
    ListStackResources: () => result('ListStackResources', { StackResourceSummaries: list([]) }),
  };

  const isOurs = (form: URLSearchParams): boolean =>
    [cloud.name, stackId].includes(form.get('StackName') ?? '');

  /** What is deployed is what the local cloud runs. */
  function checkTemplate(template: string): void {
    const [sent, runs] = [template, readFileSync(templateFile, 'utf8')].map((text) =>
      JSON.stringify(JSON.parse(text)),
    );
    if (sent !== runs) problems.push('another template was deployed than the local cloud runs');
    for (const [, hash = ''] of template.matchAll(/"S3Key":\s*"([0-9a-f]{64})\.zip"/g))
      if (![...objects.keys()].some((key) => key.endsWith(`/${hash}.zip`)))
        problems.push(`the asset ${hash} is missing`);
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(message);
    const [, service = ''] =
      /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(message.headers.authorization ?? '') ?? [];
    const path = new URL(message.url ?? '/', 'http://account').pathname;
    if (service === 's3' && path.startsWith('/cdk-')) return s3(message, body, path, response);
    const form = new URLSearchParams(body.toString());
    const action = form.get('Action') ?? '';
    if (service === 'cloudformation' || (service === 'sts' && action === 'AssumeRole')) {
      const said = onForm[action]?.(form) ?? refusal('InvalidAction', `${action} is not understood`);
      if (!onForm[action]) problems.push(`${action} is not understood`);
      response.writeHead(said.status, { 'content-type': 'text/xml' }).end(said.xml);
      return;
    }
    if (service === 'ssm' && body.includes('/cdk-bootstrap/')) {
      const Parameter = { Name: '/cdk-bootstrap/hnb659fds/version', Type: 'String', Value: '30', Version: 1 };
      response
        .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify({ Parameter }));
      return;
    }
    passOn(message, body, response);
  }

  function s3(message: IncomingMessage, body: Buffer, path: string, response: ServerResponse): void {
    const { searchParams } = new URL(message.url ?? '/', 'http://account');
    const ok = (text = ''): void =>
      void response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    if (message.method === 'PUT') {
      objects.set(path, unchunked(message, body));
      response.writeHead(200, { etag: '"0"' }).end();
    } else if (searchParams.has('location'))
      ok(`<LocationConstraint>${cloud.endpoints.region}</LocationConstraint>`);
    else if (searchParams.has('encryption'))
      ok(
        '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>',
      );
    else if (searchParams.has('list-type')) {
      const prefix = searchParams.get('prefix') ?? '';
      const keys = [...objects.keys()]
        .map((key) => key.split('/').slice(2).join('/'))
        .filter((key) => key.startsWith(prefix));
      ok(
        `<ListBucketResult><KeyCount>${keys.length}</KeyCount>${keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')}</ListBucketResult>`,
      );
    } else ok('<ok/>');
  }

  function passOn(message: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { hostname, port } = new URL(cloud.endpoints.aws);
    const { method, url: path, headers } = message;
    const sent = request({ hostname, port, method, path, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    sent.on('error', (error) => response.destroy(error));
    sent.end(body);
  }

  const server = createServer((message, response) => {
    answer(message, response).catch((error: Error) => {
      problems.push(error.message);
      response.destroy(error);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    problems,
    failNext: (reason) => {
      failure = reason;
    },
    isProtected: () => isProtected,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** S3 takes a body in signed chunks; this leaves what they carry. */
function unchunked({ headers }: IncomingMessage, body: Buffer): Buffer {
  const isChunked = String(headers['content-encoding'] ?? '').includes('aws-chunked');
  if (!isChunked) return String(headers['content-encoding']) === 'gzip' ? gunzipSync(body) : body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (!size) break;
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

interface Said {
  readonly status: number;
  readonly xml: string;
}
type Value = string | { readonly [name: string]: Value } | readonly Value[];
const list = (values: readonly Value[]): Value => values;

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const element = (value: Value): string => {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => `<member>${element(one)}</member>`).join('');
  return Object.entries(value)
    .map(([name, one]) => `<${name}>${element(one)}</${name}>`)
    .join('');
};
const result = (action: string, value: Value): Said => ({
  status: 200,
  xml: `<${action}Response><${action}Result>${element(value)}</${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`,
});
const refusal = (code: string, message: string, status = 400): Said => ({
  status,
  xml: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${text(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
});
const missing = (form: URLSearchParams): Said =>
  refusal('ValidationError', `Stack with id ${form.get('StackName')} does not exist`);
