import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createSignedBucket } from '../lib/base/aws/signed-bucket.ts';
import { createArchive } from '../lib/compose/archive.ts';
import type { ArchiveEnv } from '../lib/config/function-env.ts';
import { openPorts } from './shared/aws.ts';
import { signedAwsParts } from './shared/signed-aws.ts';

const variables = {
  TABLE_NAME: z.string(),
  BUCKET_NAME: z.string(),
} satisfies Record<keyof ArchiveEnv, z.ZodMiniType>;

/** A day may have several megabytes. */
const PUT_TIMEOUT_MS = 30_000;

const env = z.object(variables).parse(process.env);

export const handler = createArchive(config, {
  ...openPorts(env.TABLE_NAME),
  env,
  bucket: createSignedBucket(signedAwsParts(PUT_TIMEOUT_MS), env.BUCKET_NAME),
});
