import { describe, expect, it } from 'vitest';
import { LIST_ORDERS } from '../../../../local/posture-api/feed/list-order.ts';
import { createHarness, NOW } from './harness.ts';

const PAGE = 200;

describe('the cost of a page at 300,000 items, in candidates looked at', () => {
  for (const order of LIST_ORDERS) {
    it(`is the same deep in the list as at its front, ${order}`, async () => {
      const api = createHarness({ order, threats: 300_000, cases: 30_000, users: 400 });
      const domain = api.service.tenants.get('acme')?.domain;
      if (domain === undefined) throw new Error('the harness has no acme');
      const workOf = async (path: string): Promise<{ work: number; last: string | undefined }> => {
        const before = domain.threats.workDone() + domain.cases.workDone();
        const { status, body } = await api.get(path);
        expect(status).toBe(200);
        const work = domain.threats.workDone() + domain.cases.workDone() - before;
        return { work, last: body.next_cursor };
      };
      const email = domain.people.at(0).email;
      for (const filter of [
        '',
        '&category=phishing',
        '&category=sabotage&source=SigninLogs',
        `&email=${email}`,
        `&email=${email}&source=SigninLogs`,
      ]) {
        const front = await workOf(`/threats?page_size=${PAGE}${filter}`);
        expect(front.work).toBeLessThanOrEqual(PAGE + 2);
        // Jumps far ahead by an id from the middle instead of walking there.
        const middle = domain.threatIdAt(150_000);
        const deep = await workOf(`/threats?page_size=${PAGE}${filter}&next_cursor=${middle}`);
        expect(deep.work).toBeLessThanOrEqual(PAGE + 2);
      }
      expect(
        (await workOf(`/cases?page_size=${PAGE}&state=closed&threat_type=sabotage`)).work,
      ).toBeLessThanOrEqual(PAGE + 2);
      for (const days of [0.02, 1, 10, 29]) {
        const after = new Date(NOW - days * 864e5).toISOString();
        const { work } = await workOf(`/cases?page_size=${PAGE}&created_after=${after}`);
        const byTime = order === 'newest-first' || order === 'oldest-first';
        expect(work).toBeLessThanOrEqual(byTime ? PAGE + 2 : 15_000);
      }
    });
  }
});
