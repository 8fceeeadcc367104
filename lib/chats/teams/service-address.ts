import type { TeamsCloud } from './clouds.ts';

export interface ServiceAddresses {
  readonly cloud: Pick<TeamsCloud, 'serviceHosts'>;
  /** Of a stand-in on this machine; handed in by who starts one, and by nobody else. */
  readonly extraOrigins?: readonly string[] | undefined;
}

/** The address of a connector, ending in a slash, when the bot's token may be sent there; else null. */
export function serviceAddress(text: string, { cloud, extraOrigins = [] }: ServiceAddresses): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.search || url.hash) return null;
  const known = url.protocol === 'https:' && url.port === '' && cloud.serviceHosts.includes(url.hostname);
  if (!known && !extraOrigins.includes(url.origin)) return null;
  return `${url.href.replace(/\/+$/, '')}/`;
}
