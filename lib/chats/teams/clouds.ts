import type { BridgeConfig } from '../../config/define-bridge.ts';

export type TeamsAppConfig = NonNullable<BridgeConfig['teams']>;

export type CloudName = TeamsAppConfig['cloud'];

/** Where one of Microsoft's clouds has what a bot needs. */
export interface TeamsCloud {
  /** Who signs the requests that come to the bot, and where the keys are described. */
  readonly issuer: string;
  readonly openIdUrl: string;
  /** Where the bot gets its own token: `{loginUrl}/{tenant}/oauth2/v2.0/token`. */
  readonly loginUrl: string;
  readonly scope: string;
  /** The only hosts that the bot's token is sent to. */
  readonly serviceHosts: readonly string[];
  /** Where to post to before Teams said where. */
  readonly serviceUrl: string;
  /** Microsoft Graph, and what a token for it is asked for with. */
  readonly graphUrl: string;
  readonly graphScope: string;
}

const US_GOVERNMENT = {
  issuer: 'https://api.botframework.us',
  openIdUrl: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
  loginUrl: 'https://login.microsoftonline.us',
  scope: 'https://api.botframework.us/.default',
};

/** As in `CloudEnvironment` of Microsoft's own SDK. GCC is part of the public cloud; `usgov` is GCC High. */
export const CLOUDS: Readonly<Record<CloudName, TeamsCloud>> = {
  public: {
    issuer: 'https://api.botframework.com',
    openIdUrl: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
    loginUrl: 'https://login.microsoftonline.com',
    scope: 'https://api.botframework.com/.default',
    serviceHosts: [
      'smba.trafficmanager.net',
      'smba.onyx.prod.teams.trafficmanager.net',
      'smba.infra.gcc.teams.microsoft.com',
    ],
    serviceUrl: 'https://smba.trafficmanager.net/teams/',
    graphUrl: 'https://graph.microsoft.com',
    graphScope: 'https://graph.microsoft.com/.default',
  },
  usgov: {
    ...US_GOVERNMENT,
    serviceHosts: ['smba.infra.gov.teams.microsoft.us'],
    serviceUrl: 'https://smba.infra.gov.teams.microsoft.us/teams/',
    graphUrl: 'https://graph.microsoft.us',
    graphScope: 'https://graph.microsoft.us/.default',
  },
  // The same login and the same keys as GCC High, with a Teams and a Graph of its own.
  dod: {
    ...US_GOVERNMENT,
    serviceHosts: ['smba.infra.dod.teams.microsoft.us'],
    serviceUrl: 'https://smba.infra.dod.teams.microsoft.us/teams/',
    graphUrl: 'https://dod-graph.microsoft.us',
    graphScope: 'https://dod-graph.microsoft.us/.default',
  },
  china: {
    issuer: 'https://api.botframework.azure.cn',
    openIdUrl: 'https://login.botframework.azure.cn/v1/.well-known/openidconfiguration',
    loginUrl: 'https://login.partner.microsoftonline.cn',
    scope: 'https://api.botframework.azure.cn/.default',
    serviceHosts: ['frontend.botapi.msg.infra.teams.microsoftonline.cn'],
    serviceUrl: 'https://frontend.botapi.msg.infra.teams.microsoftonline.cn/teams/',
    graphUrl: 'https://microsoftgraph.chinacloudapi.cn',
    graphScope: 'https://microsoftgraph.chinacloudapi.cn/.default',
  },
};

/** Everything about the cloud that a bot lives in; of a stand-in on this machine, where the configuration names one. */
export function cloudOf({ cloud, apiUrl }: Pick<TeamsAppConfig, 'cloud' | 'apiUrl'>): TeamsCloud & {
  readonly extraOrigins: readonly string[];
} {
  if (apiUrl === undefined) return { ...CLOUDS[cloud], extraOrigins: [] };
  const { origin } = new URL(apiUrl);
  return {
    ...CLOUDS[cloud],
    openIdUrl: `${origin}/v1/.well-known/openidconfiguration`,
    loginUrl: `${origin}/login`,
    serviceHosts: [],
    serviceUrl: `${origin}/teams/`,
    graphUrl: `${origin}/graph`,
    extraOrigins: [origin],
  };
}
