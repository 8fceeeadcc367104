import type { BridgeConfig } from '../../config/define-bridge.ts';

type SlackAppConfig = NonNullable<BridgeConfig['slack']>;

export interface SlackCloud {
  /** The Web API: the only address that a token is sent to. */
  readonly apiUrl: string;
  /** Where a `response_url` may point to. */
  readonly responseOrigins: readonly string[];
  /** Where apps are made. */
  readonly appsUrl: string;
}

/** GovSlack has a domain of its own, and shares nothing with the other one. */
export const CLOUDS: Readonly<Record<SlackAppConfig['cloud'], SlackCloud>> = {
  public: {
    apiUrl: 'https://slack.com/api/',
    responseOrigins: ['https://hooks.slack.com'],
    appsUrl: 'https://api.slack.com/apps',
  },
  usgov: {
    apiUrl: 'https://slack-gov.com/api/',
    responseOrigins: ['https://hooks.slack-gov.com'],
    appsUrl: 'https://api.slack-gov.com/apps',
  },
};

/** Everything about the cloud that an app lives in; of a stand-in on this machine, where the configuration names one. */
export function cloudOf({ cloud, apiUrl }: Pick<SlackAppConfig, 'cloud' | 'apiUrl'>): SlackCloud {
  if (apiUrl === undefined) return CLOUDS[cloud];
  return { ...CLOUDS[cloud], apiUrl, responseOrigins: [new URL(apiUrl).origin] };
}
