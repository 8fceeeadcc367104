import config from '../bridge.config.ts';
import { createHttpTransport } from '../lib/base/http/http-transport.ts';
import { createNotifyTeams } from '../lib/compose/notify-teams.ts';
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
