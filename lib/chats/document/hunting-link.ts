import { gzipSync } from 'node:zlib';
import type { HuntingLink } from '../../case/answer-part.ts';
import type { HuntingPlace } from '../../config/hunting-place.ts';

/** The longest address that a button of Slack takes. Analysts copy a longer query. */
const LONGEST = 3_000;

/** The address that opens a query, filled in, where its logs are; null when the query is too long for an address. */
export function huntingLink(query: string, place: HuntingPlace | undefined): HuntingLink | null {
  if (place === undefined) return null;
  const link =
    place.workspace === undefined ? inDefender(query, place) : inLogAnalytics(query, place.workspace, place);
  return link.url.length <= LONGEST ? link : null;
}

/** As "Share link" of Defender writes it: gzip of UTF-16, base64url. Defender keeps thirty days. */
function inDefender(
  query: string,
  { tenantId, portal = 'https://security.microsoft.com' }: HuntingPlace,
): HuntingLink {
  const address = new URL('/v2/advanced-hunting', portal);
  address.search = new URLSearchParams({
    query: zipped(Buffer.from(query, 'utf16le')).toString('base64url'),
    timeRangeId: 'month',
    tid: tenantId,
  }).toString();
  return { place: 'Defender', url: address.href };
}

/** As "Copy link to query" of Log Analytics writes it: gzip of UTF-8, base64, encoded as part of an address. */
function inLogAnalytics(
  query: string,
  workspace: string,
  { tenantId, portal = 'https://portal.azure.com' }: HuntingPlace,
): HuntingLink {
  const parts = [
    `#@${tenantId}/blade/Microsoft_OperationsManagementSuite_Workspace/Logs.ReactView`,
    `resourceId/${encodeURIComponent(workspace)}`,
    'source/LogsBlade.AnalyticsShareLinkToQuery',
    `q/${encodeURIComponent(zipped(Buffer.from(query)).toString('base64'))}`,
    // Without a time span the page shows one day, and the events of a case may be older.
    'timespan/P30D',
  ];
  return { place: 'Log Analytics', url: `${new URL(portal).origin}/${parts.join('/')}` };
}

const zipped = (bytes: Buffer): Buffer => gzipSync(bytes, { level: 9 });
