import config from '../bridge.config.ts';
import { createNotifyWebhook } from '../lib/compose/notify-webhook.ts';
import { createPostSafely } from '../lib/endpoints/post-safely.ts';
import { bridge, openPorts } from './shared/aws.ts';
import { env } from './shared/consumer.ts';
import { openSignedAws, openSignedRegions } from './shared/signed-aws.ts';

/** For one attempt. A bus may need four: each of its two calls is tried twice. */
const TRY_TIMEOUT_MS = 3_000;

export const handler = createNotifyWebhook(config, {
  ...openPorts(env.TABLE_NAME),
  env,
  bridge,
  post: createPostSafely(),
  callIn: openSignedRegions(TRY_TIMEOUT_MS),
  callAws: openSignedAws(TRY_TIMEOUT_MS),
});
