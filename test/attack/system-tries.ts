import { CASE_ID, createSystemStage, type StageRequest, type SystemStage } from '../support/system-stage.ts';

const REFUSED = [400, 401, 403, 404, 405, 409, 410, 413, 422];

export function newStage(): SystemStage {
  const stage = createSystemStage();
  stage.sendCase('acme', CASE_ID, 'soar', 'siem', 'log', 'duty');
  stage.sendCase('zeta', CASE_ID, 'soar');
  return stage;
}

/** What came of a request: nothing may, and a secret is never repeated. */
export async function through(stage: SystemStage, request: StageRequest): Promise<string | null> {
  const before = [stage.decisions().length, stage.submissions.all().length];
  const { statusCode, body } = await stage.send(request);
  if (!REFUSED.includes(statusCode)) return `answered with ${statusCode}`;
  if (stage.decisions().length > (before[0] ?? 0)) return 'a decision was queued';
  if (stage.submissions.all().length > (before[1] ?? 0)) return 'a key was taken';
  return /whsec_|AQEBAQ|v1,/.test(body + stage.lines.join()) ? 'a secret was told' : null;
}
