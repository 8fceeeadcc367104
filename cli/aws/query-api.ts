import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { openService, type SignedAwsParts, twice } from '../../lib/base/aws/signed-aws.ts';
import type { AwsAnswer } from '../../lib/base/aws/signed-exchange.ts';

/** The services that use forms and XML. Each is needed for one call, for which its SDK would be large. */
const VERSIONS = {
  cloudformation: '2010-05-15',
  iam: '2010-05-08',
  monitoring: '2010-08-01',
  sns: '2010-03-31',
  sts: '2011-06-15',
} as const;
type QueryService = keyof typeof VERSIONS;

export type CallQuery = (
  service: QueryService,
  action: string,
  input?: Readonly<Record<string, string>>,
) => Promise<string>;

/** Calls AWS with the operator's own credentials; resolves to the answer as XML. Throws an AwsError. */
export function createQueryApi(parts: SignedAwsParts): CallQuery {
  return async (service, Action, input = {}) => {
    const { sign, exchange } = openService(service, service === 'iam' ? withoutRegion(parts) : parts);
    const body = new URLSearchParams({ Action, Version: VERSIONS[service], ...input }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    return twice(Action, parts, async () =>
      read(await exchange(sign({ headers, body, nowMs: parts.clock.now() }), body)),
    );
  };
}

/** IAM is one service for all regions of a partition, and requests are signed for one of them. */
function withoutRegion(parts: SignedAwsParts): SignedAwsParts {
  if (parts.endpoint !== undefined) return parts;
  const [endpoint, region] = parts.region.startsWith('cn-')
    ? ['https://iam.cn-north-1.amazonaws.com.cn', 'cn-north-1']
    : parts.region.startsWith('us-gov-')
      ? ['https://iam.us-gov.amazonaws.com', 'us-gov-west-1']
      : ['https://iam.amazonaws.com', 'us-east-1'];
  return { ...parts, endpoint, region };
}

function read({ status, body }: AwsAnswer): string {
  if (status === 200) return body;
  const fault = new Error(elementIn(body, 'Message') ?? '');
  fault.name = elementIn(body, 'Code')?.replace(/\W/g, '') || `HTTP ${status}`;
  throw Object.assign(fault, { $metadata: { httpStatusCode: status } });
}

/** The text of the first element of this name. */
export function elementIn(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text === undefined ? undefined : unescaped(text);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[0-9a-fA-F]{1,6});/g, (_, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? '';
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** The outputs of a stack in the answer of DescribeStacks. */
export const outputsIn = (xml: string): Record<string, string> =>
  Object.fromEntries(
    [...xml.matchAll(/<member>((?:(?!<\/?member>)[\s\S])*)<\/member>/g)].flatMap(([, member = '']) => {
      const [key, value] = [elementIn(member, 'OutputKey'), elementIn(member, 'OutputValue')];
      return key === undefined || value === undefined ? [] : [[key, value]];
    }),
  );

/** A custom endpoint for AWS, found like its SDK does: in the environment or in the profile. */
export function endpointFor(env: NodeJS.ProcessEnv, service = ''): string | undefined {
  const own = env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? env.AWS_ENDPOINT_URL;
  if (own) return own;
  const file = env.AWS_CONFIG_FILE ?? join(env.HOME ?? homedir(), '.aws', 'config');
  const profile = env.AWS_PROFILE ?? 'default';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  let inProfile = false;
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\s*\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line) ?? [];
    if (section !== undefined) inProfile = section === profile;
    const [, url] = /^endpoint_url\s*=\s*(\S+)/.exec(line) ?? [];
    if (inProfile && url) return url;
  }
  return undefined;
}
