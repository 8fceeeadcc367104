import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createHttpTransport } from '../lib/base/http/http-transport.ts';
import { createVerdict } from '../lib/compose/verdict.ts';
import { openPorts } from './shared/aws.ts';
import { env } from './shared/consumer.ts';
import { readDeadLetters } from './shared/dead-letters.ts';
import { warmUp } from './shared/warm-up.ts';

const { DEAD_LETTERS } = z.object({ DEAD_LETTERS: z.string() }).parse(process.env);

const { handler, ready } = createVerdict(config, {
  ...openPorts(env.TABLE_NAME),
  transport: createHttpTransport(),
  env,
  deadLetters: readDeadLetters(DEAD_LETTERS),
});
// The first calls to the table and to the secrets are the slow ones.
await warmUp(ready());

export { handler };
