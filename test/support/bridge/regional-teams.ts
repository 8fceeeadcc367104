import { serve } from '../../../local/stand-in-kit/serve.ts';
import { createTeamsApp } from '../../../local/teams/app.ts';
import type { Teams, TeamsOptions } from '../../../local/teams/server.ts';

/** Where the connector of a region is, beside that for everybody. */
const REGION = '/emea/';

export interface RegionalTeams {
  start(options?: TeamsOptions): Promise<Teams>;
  /** What was asked there. */
  readonly asked: readonly string[];
}

/** The strict Teams, with a second address for the same connector. */
export function createRegionalTeams(): RegionalTeams {
  const asked: string[] = [];
  return {
    asked,
    async start(options = {}) {
      const { app, service, handles, controlPath } = createTeamsApp(options);
      const { server, port, base, close } = await serve(app);
      server.prependListener('request', (request) => {
        if (!request.url?.startsWith(REGION)) return;
        asked.push(request.url);
        request.url = `/teams/${request.url.slice(REGION.length)}`;
      });
      service.setBaseUrl(base);
      const { appId, tenantId, password, issuer } = service.identity;
      return {
        ...handles,
        serviceUrl: service.serviceUrl(),
        loginUrl: `${base}/login`,
        openIdUrl: `${base}/v1/.well-known/openidconfiguration`,
        controlUrl: `${base}${controlPath}`,
        port,
        appId,
        tenantId,
        password,
        issuer,
        directory: service.directory,
        close,
      };
    },
  };
}

/** How Teams says that something happened at this address. */
export const sentFrom = (serviceUrl: string) => ({
  activity: { serviceUrl },
  token: { claims: { serviceurl: serviceUrl } },
});

export const regionOf = ({ serviceUrl }: Pick<Teams, 'serviceUrl'>): string =>
  new URL(REGION, serviceUrl).href;
