import { randomUUID } from 'node:crypto';
import { isObject, type Json } from './json.ts';
import { TemplateError } from './template-error.ts';

/** What an HTTP API knows about a request once it has answered. */
export interface AnsweredRequest {
  readonly routeKey: string | undefined;
  readonly sourceIp: string;
  readonly status: number;
  readonly latencyMs: number;
}

type Variable = (request: AnsweredRequest) => string;

/** Like API Gateway: `-` if there is nothing to say. */
const VARIABLES: Readonly<Record<string, Variable>> = {
  requestId: () => randomUUID(),
  requestTime: () => new Date().toISOString(),
  'identity.sourceIp': ({ sourceIp }) => sourceIp,
  routeKey: ({ routeKey }) => routeKey ?? '-',
  status: ({ status }) => String(status),
  'error.message': () => '-',
  integrationStatus: () => '-',
  integrationErrorMessage: () => '-',
  integrationLatency: () => '-',
  responseLatency: ({ latencyMs }) => String(Math.round(latencyMs)),
};

export interface AccessLog {
  /** The ARN of the log group in the stage. */
  readonly destinationArn: string;
  lineOf(request: AnsweredRequest): Readonly<Record<string, string>>;
}

/** Reads how a stage writes its log: JSON of texts, with `$context` variables. Anything else is not understood. */
export function readAccessLog(settings: Json, logicalId: string): AccessLog {
  const { DestinationArn, Format } = isObject(settings) ? settings : {};
  const stop = (sentence: string): never => {
    throw new TemplateError(logicalId, `its access log ${sentence}`);
  };
  const format = parseFormat(Format) ?? stop('is not JSON of texts, and nothing else is understood here');
  const fields = Object.entries(format).map(([name, text]): [string, Variable] => {
    const variable = /^\$context\.(.+)$/.exec(text)?.[1];
    if (variable === undefined) return [name, () => text];
    return [name, VARIABLES[variable] ?? stop(`has $context.${variable}, which is not understood here`)];
  });
  return {
    destinationArn: String(DestinationArn),
    lineOf: (request) => Object.fromEntries(fields.map(([name, say]) => [name, say(request)])),
  };
}

function parseFormat(text: Json | undefined): Record<string, string> | undefined {
  try {
    const format: unknown = JSON.parse(String(text));
    const isOfTexts =
      typeof format === 'object' &&
      format !== null &&
      Object.values(format).every((one) => typeof one === 'string');
    return isOfTexts ? (format as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
