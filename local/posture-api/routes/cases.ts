import { createRoute, z } from '@hono/zod-openapi';
import { caseFilter } from '../filters.ts';
import { CasePage, CaseQuery } from '../schemas/case.ts';
import { BAD_REQUEST, KEYED, LOCKED, NOT_FOUND, ok, SECURITY, UNKNOWN_CURSOR } from '../schemas/problem.ts';
import { Uuid } from '../schemas/shapes.ts';
import { Verdict, VerdictResult } from '../schemas/verdict.ts';
import type { ApiApp, Service } from '../service.ts';
import { isoAt } from '../world/timeline.ts';

const listCases = createRoute({
  operationId: 'listCases',
  method: 'get',
  path: '/cases',
  tags: ['Cases'],
  summary: 'List cases',
  security: SECURITY,
  request: { query: CaseQuery },
  responses: { ...ok(CasePage, 'One page of cases.'), ...BAD_REQUEST, ...KEYED, ...LOCKED },
});

const submitVerdict = createRoute({
  operationId: 'submitVerdict',
  method: 'post',
  path: '/cases/{case_id}/verdict',
  tags: ['Cases'],
  summary: 'Submit a verdict on a case',
  security: SECURITY,
  request: {
    params: z.object({ case_id: Uuid }),
    body: { required: true, content: { 'application/json': { schema: Verdict } } },
  },
  responses: {
    ...ok(VerdictResult, 'The verdict was accepted and applied.'),
    ...BAD_REQUEST,
    ...NOT_FOUND,
    ...KEYED,
    ...LOCKED,
  },
});

export const addCaseRoutes = (app: ApiApp, { settings, verdicts, clock }: Service): void => {
  app.openapi(listCases, (c) => {
    const { domain } = c.var.tenant;
    const locked = domain.readiness.check('cases');
    if (locked) return c.json(locked, 423);
    const query = c.req.valid('query');
    const page = domain.cases.page({
      filter: caseFilter(domain, query, settings.createdAfter),
      pageSize: query.page_size,
      cursor: query.next_cursor,
      policy: settings.cursor,
    });
    if (page === 'refused') return c.json(UNKNOWN_CURSOR, 400);
    return c.json({ next_cursor: page.nextCursor ?? null, items: page.items.map(({ body }) => body) }, 200);
  });

  app.openapi(submitVerdict, (c) => {
    const { domain, changes } = c.var.tenant;
    const locked = domain.readiness.check('cases');
    if (locked) return c.json(locked, 423);
    const { case_id: caseId } = c.req.valid('param');
    const verdict = c.req.valid('json');
    const file = domain.cases.find(caseId);
    if (file === undefined) return c.json({ error: 'There is no such case.' }, 404);
    const attached = new Set(file.body.events.map(({ event_id }) => event_id.toLowerCase()));
    const strange = verdict.event_ids?.find(
      (id) => !attached.has(id.toLowerCase()) && domain.threats.find(id) === undefined,
    );
    if (strange !== undefined)
      return c.json({ error: `event_ids: there is no threat event ${strange}.` }, 400);

    const { resolved } = changes.judge(file, verdict.outcome);
    const processedAt = isoAt(clock.now());
    const { case_id } = file.body;
    verdicts.push({ domain: domain.name, case_id, body: verdict, received_at: processedAt });
    return c.json(
      { success: true, case_id, outcome: verdict.outcome, resolved, processed_at: processedAt },
      200,
    );
  });
};
