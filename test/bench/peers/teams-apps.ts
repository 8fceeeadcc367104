/** The same as `../action-teams-ours.ts`, as one would write it with `@microsoft/teams.apps`. */
import { App, type HttpRouteHandler } from '@microsoft/teams.apps';

const { APP_ID: clientId = '', TENANT_ID: tenantId = '', TEAMS_URL = '' } = process.env;

let route: HttpRouteHandler | undefined;
const app = new App({
  clientId,
  clientSecret: 'bench',
  tenantId,
  // The public cloud, but for the address of the keys.
  cloud: {
    loginEndpoint: 'https://login.microsoftonline.com',
    loginTenant: 'botframework.com',
    botScope: 'https://api.botframework.com/.default',
    tokenServiceUrl: 'https://token.botframework.com',
    openIdMetadataUrl: `${TEAMS_URL}/v1/.well-known/openidconfiguration`,
    tokenIssuer: 'https://api.botframework.com',
    graphScope: 'https://graph.microsoft.com/.default',
  },
  // Lambda hands the request over: there is no server to start.
  httpServerAdapter: {
    registerRoute(_method, _path, handle) {
      route = handle;
    },
  },
});
app.on('card.action', async () => ({
  statusCode: 200,
  type: 'application/vnd.microsoft.activity.message',
  value: 'Taken.',
}));
const ready = app.initialize();

interface Event {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export async function handler({ headers, body }: Event) {
  await ready;
  const answer = await route?.({ headers, body: JSON.parse(body) });
  return { statusCode: answer?.status ?? 500, body: JSON.stringify(answer?.body ?? '') };
}
