/** The same as `../action-teams-ours.ts`, as one would write it with botbuilder. */
import {
  type AdaptiveCardInvokeResponse,
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  type Request,
  type Response,
  TeamsActivityHandler,
} from 'botbuilder';

const { APP_ID = '', TENANT_ID = '', TEAMS_URL = '' } = process.env;

// All of the public cloud but the address of the keys: with one given, botbuilder needs all of them.
const adapter = new CloudAdapter(
  new ConfigurationBotFrameworkAuthentication({
    MicrosoftAppType: 'SingleTenant',
    MicrosoftAppId: APP_ID,
    MicrosoftAppPassword: 'bench',
    MicrosoftAppTenantId: TENANT_ID,
    ToChannelFromBotLoginUrl: 'https://login.microsoftonline.com/botframework.com',
    ToChannelFromBotOAuthScope: 'https://api.botframework.com',
    ToBotFromChannelTokenIssuer: 'https://api.botframework.com',
    OAuthUrl: 'https://api.botframework.com',
    ToBotFromChannelOpenIdMetadataUrl: `${TEAMS_URL}/v1/.well-known/openidconfiguration`,
    ToBotFromEmulatorOpenIdMetadataUrl:
      'https://login.microsoftonline.com/botframework.com/v2.0/.well-known/openid-configuration',
    CallerId: 'urn:botframework:azure',
  }),
);

class Bot extends TeamsActivityHandler {
  protected override async onAdaptiveCardInvoke(): Promise<AdaptiveCardInvokeResponse> {
    const type = 'application/vnd.microsoft.activity.message';
    return { statusCode: 200, type, value: 'Taken.' as unknown as Record<string, unknown> };
  }
}
const bot = new Bot();

interface Event {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export async function handler({ headers, body }: Event) {
  const answer = { statusCode: 200, body: '' };
  const request: Request = { method: 'POST', headers, body: JSON.parse(body) };
  const response: Response = {
    socket: undefined,
    header: () => undefined,
    status(code: number) {
      answer.statusCode = code;
    },
    send(sent: unknown) {
      answer.body = JSON.stringify(sent);
    },
    end: () => undefined,
  };
  await adapter.process(request, response, (context) => bot.run(context));
  return answer;
}
