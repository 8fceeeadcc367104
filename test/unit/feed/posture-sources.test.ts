import { expect, it } from 'vitest';
import { createCaseSource, createThreatSource } from '../../../lib/feed/posture-sources.ts';
import { withScript } from '../../support/client.ts';
import { fixture } from '../../support/fixture.ts';

const request = { priority: 'live', deadlineMs: Number.MAX_SAFE_INTEGER } as const;

interface CaseListing {
  case_id: string;
  created_at: string;
  updated_at: string;
}

it('asks for cases created after a time, and gives them with their id, time and last change', () =>
  withScript(
    () => ({ json: fixture('cases-page') }),
    async (client, { requests }) => {
      const source = createCaseSource(client);
      const page = await source.page({ ...request, cursor: 'c', createdAfterMs: Date.UTC(2026, 10, 15) });
      expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
        page_size: '200',
        next_cursor: 'c',
        created_after: '2026-11-15T00:00:00.000Z',
      });
      const { items } = fixture('cases-page') as { items: CaseListing[] };
      expect(page.items).toEqual(
        items.map((item) => ({
          id: item.case_id,
          createdAtMs: Date.parse(item.created_at),
          revision: item.updated_at,
          item,
        })),
      );
      expect(source.filtersByTime).toBe(true);
    },
  ));

it('asks for threats without a time, and hands on what could not be read', () =>
  withScript(
    () => ({ json: { data: [{ event_id: 'x' }], next_cursor: null } }),
    async (client, { requests }) => {
      const source = createThreatSource(client);
      const page = await source.page({ ...request, createdAfterMs: 5 });
      expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ page_size: '200' });
      expect(page).toMatchObject({ items: [], unreadable: [{ id: 'x' }], nextCursor: null });
      expect(page.serverTimeMs).toBeGreaterThan(0);
      expect(source.filtersByTime).toBe(false);
    },
  ));
