import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { huntingLink } from '../../../../lib/chats/document/hunting-link.ts';
import { HuntingPlace } from '../../../../lib/config/hunting-place.ts';
import { huntingQueries } from '../../../../lib/posture/hunting.ts';
import { uuid } from './stories.ts';

const tenantId = uuid(7);
const workspace = `/subscriptions/${uuid(8)}/resourceGroups/soc-logs/providers/Microsoft.OperationalInsights/workspaces/soc`;
const QUERY = `SigninLogs | where _ItemId in ("${uuid(1)}", "${uuid(2)}")`;

const inDefender = (value: string): string => gunzipSync(Buffer.from(value, 'base64url')).toString('utf16le');
const inLogAnalytics = (value: string): string =>
  gunzipSync(Buffer.from(decodeURIComponent(value), 'base64')).toString('utf8');

describe('the link that opens a query', () => {
  /** Links that Microsoft's own pages wrote, as they stand in public documentation. */
  it('is read here as the portals write it', () => {
    const shared =
      'H4sIAAAAAAAAA62STQ6CMBCF39rEOzSu_TmDCZq4MWw8AKFEmiA1FoSFh_fN8KNxpcFMyMDrm68tMxEy3OGQMu-ZC-YdlQwlKgTMMcMDBg1yajc-ZvQdkeCiSgqv_oQrJasMFrjyKzAart1gqXzHkp2t1jkSc2WtqXju0jHMGEL-ldFOpLR0hb8wpp6kIqHqGRuGwUrDsM4ypK7ljQvUrHXaI-nN6-93fqkdemPpC6RKH1Nmg-htQoYTLakf6HDqTHr_GTG5Xp3S-S3fZDJqnY0TJ6LUys_7dZqnZvVksRJzPAEo8phwnAIAAA';
    expect(inDefender(shared)).toMatch(/^DeviceFileEvents\r\n\| where FileName contains "password"/);
    expect(inLogAnalytics('H4sIAAAAAAAAA%2FNxDCxNLar0yU8vBgDTZ2tdCwAAAA%3D%3D')).toBe('LAQueryLogs');
  });

  it('leads to Defender, and to the tenant', () => {
    const link = huntingLink(QUERY, HuntingPlace.parse({ tenantId }));
    const { origin, pathname, searchParams } = new URL(link?.url ?? '');
    expect([link?.place, origin, pathname]).toEqual([
      'Defender',
      'https://security.microsoft.com',
      '/v2/advanced-hunting',
    ]);
    expect(searchParams.get('tid')).toBe(tenantId);
    expect(inDefender(searchParams.get('query') ?? '')).toBe(QUERY);
  });

  it('leads to the workspace of Log Analytics where one is named', () => {
    const link = huntingLink(QUERY, HuntingPlace.parse({ tenantId, workspace }));
    expect(link?.place).toBe('Log Analytics');
    const parts = new URL(link?.url ?? '').hash.split('/');
    expect(parts[0]).toBe(`#@${tenantId}`);
    expect(decodeURIComponent(parts[parts.indexOf('resourceId') + 1] ?? '')).toBe(workspace);
    expect(inLogAnalytics(parts[parts.indexOf('q') + 1] ?? '')).toBe(QUERY);
  });

  it('leads to the portal of another cloud', () => {
    const place = HuntingPlace.parse({ tenantId, portal: 'https://security.microsoft.us' });
    expect(huntingLink(QUERY, place)?.url).toMatch(
      /^https:\/\/security\.microsoft\.us\/v2\/advanced-hunting\?/,
    );
  });

  it('is missing where no place is configured, and for a query that is too long for an address', () => {
    expect(huntingLink(QUERY, undefined)).toBeNull();
    const random = fc.sample(fc.uuid(), { numRuns: 200, seed: 1 }).join(' ');
    expect(huntingLink(random, { tenantId })).toBeNull();
  });

  it('holds every query that is made, however its ids look', () => {
    const ids = fc.sample(fc.uuid(), { numRuns: 400, seed: 2 });
    const queries = huntingQueries([{ source: 'EmailPostDeliveryEvents', source_event_ids: ids }]);
    expect(queries).toHaveLength(10);
    for (const { text } of queries) {
      for (const place of [{ tenantId }, { tenantId, workspace }])
        expect(huntingLink(text, place)?.url.length).toBeLessThan(2_500);
    }
  });
});
