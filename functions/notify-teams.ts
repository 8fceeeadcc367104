import config from '../bridge.config.ts';
import { createNotifyTeams } from '../lib/compose/notify-teams.ts';
import { createHttpTransport } from '../lib/platform/http/http-transport.ts';
import { openPorts } from './shared/aws.ts';
import { env } from './shared/consumer.ts';
import { warmUp } from './shared/warm-up.ts';

const { handler, ready } = createNotifyTeams(config, {
  ...openPorts(env.TABLE_NAME),
  transport: createHttpTransport(),
  env,
});
// The first call to the table is the slow one.
await warmUp(ready());

export { handler };
