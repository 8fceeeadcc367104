import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionSettings } from './function-process.ts';
import type { Credentials } from './key-ring.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

type FunctionResource = KnownResource<'AWS::Lambda::Function'>;

export interface FunctionHome {
  readonly region: string;
  readonly endpointUrl: string;
  readonly assetDirs: ReadonlyMap<string, string>;
}

/** The session of its role, one for each process of a function. */
export const credentialVariables = ({ accessKeyId, secretAccessKey, sessionToken = '' }: Credentials) => ({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
});

/** Lambda refuses a function with more, and one that sets what Lambda sets itself. */
const MAX_VARIABLE_BYTES = 4_096;
const RESERVED =
  /^(AWS_(REGION|DEFAULT_REGION|ACCESS_KEY(_ID)?|SECRET_ACCESS_KEY|SESSION_TOKEN|EXECUTION_ENV|LAMBDA_.*|ENDPOINT_URL.*)|LAMBDA_.*|_HANDLER|_X_AMZN_TRACE_ID)$/;
const EXTENSIONS = ['.mjs', '.js', '.cjs'];

/** What to start, from the template: the real bundle, and only the environment that Lambda would give it. */
export function readFunctionSettings(one: FunctionResource, home: FunctionHome): FunctionSettings {
  const { logicalId, identity, properties } = one;
  const stop = (sentence: string): never => {
    throw new TemplateError(logicalId, sentence);
  };
  const bundleDir = home.assetDirs.get(properties.Code.S3Key);
  if (bundleDir === undefined)
    return stop(`its code ${properties.Code.S3Key} is not an asset of the assembly`);
  const dot = properties.Handler.lastIndexOf('.');
  const base = join(bundleDir, properties.Handler.slice(0, dot));
  const file = EXTENSIONS.map((extension) => base + extension).find((path) => existsSync(path));
  if (file === undefined)
    return stop(`there is no file for its handler ${properties.Handler} in ${bundleDir}`);

  const variables = properties.Environment?.Variables ?? {};
  for (const name of Object.keys(variables)) {
    if (RESERVED.test(name)) stop(`sets the variable ${name}, which is for Lambda to set`);
    if (!/^[a-zA-Z]\w+$/.test(name)) stop(`sets the variable ${name}, which is not a name that Lambda takes`);
  }
  const bytes = Buffer.byteLength(Object.entries(variables).flat().join(''));
  if (bytes > MAX_VARIABLE_BYTES)
    stop(`its variables take ${bytes} bytes, and Lambda takes ${MAX_VARIABLE_BYTES}`);

  const name = identity.ref;
  const arn = identity.attributes.Arn ?? '';
  return {
    logicalId,
    name,
    arn,
    bundleDir,
    file,
    exported: properties.Handler.slice(dot + 1),
    timeoutMs: properties.Timeout * 1_000,
    memoryMb: properties.MemorySize,
    env: {
      ...variables,
      AWS_REGION: home.region,
      AWS_DEFAULT_REGION: home.region,
      AWS_ENDPOINT_URL: home.endpointUrl,
      AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
      AWS_LAMBDA_LOG_GROUP_NAME: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: bundleDir,
      _HANDLER: properties.Handler,
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      PATH: '/usr/local/bin:/usr/bin/:/bin',
      // The only one that Lambda does not set: otherwise every process would begin with the SDK's warning about Node 20.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  };
}
