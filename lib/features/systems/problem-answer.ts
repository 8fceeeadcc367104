export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 503;

const TITLES: Readonly<Record<ProblemStatus, string>> = {
  400: 'The request cannot be understood',
  401: 'Not signed',
  403: 'Not permitted',
  404: 'Not known here',
  409: 'Another request has this webhook-id',
  413: 'Too large',
  422: 'Something is missing',
  503: 'Not taken',
};

/** What went wrong, as RFC 9457 has it. */
export const problem = (status: ProblemStatus, detail: string): Response =>
  answer(status, { type: 'about:blank', title: TITLES[status], status, detail }, 'application/problem+json');

export const answer = (status: number, body: object, type = 'application/json'): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });
