import { Hono } from 'hono';
import type { SentRequest } from '../../base/http/http-event.ts';
import type { Answer } from '../../case/answer.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { showAt } from '../../config/show-at.ts';
import { VERDICTS_PATH } from '../../config/webhooks.ts';
import type { createRequestCounts } from '../../verdict/log-refused-requests.ts';
import { answer, problem } from './problem-answer.ts';
import { readSubmitted } from './read-submitted.ts';
import { decisionIdOf, hashOf, type Submission, type SubmissionLedger } from './submission.ts';
import type { KeysOf } from './system-keys.ts';
import type { SystemDecision, TakeVerdict, TakeVerdictParts } from './take-verdict.ts';
import { isDealtWith, tellSubmission } from './tell-submission.ts';
import { checkForm, type Formed, isSigned } from './verify-request.ts';

export interface VerdictsAppParts extends Pick<TakeVerdictParts, 'cases' | 'clock' | 'log'> {
  readonly config: Pick<BridgeConfig, 'destinations'>;
  readonly keysOf: KeysOf;
  readonly submissions: SubmissionLedger;
  readonly take: TakeVerdict;
  readonly counts: ReturnType<typeof createRequestCounts>;
}

const UNSIGNED = 'The request is not signed as this bridge expects it.';
const TRY_AGAIN = 'Nothing is certain: send the same request again, under the same webhook-id.';

/** Where systems send verdicts and ask how they stand. A request is read only after its signature is checked. */
export function createVerdictsApp(parts: VerdictsAppParts): Hono<{ Bindings: SentRequest }> {
  const { keysOf, submissions, cases, take, counts, clock, log } = parts;

  /** The id of a request that its system signed; or the answer to any other request. */
  async function verified(destination: string, sent: SentRequest): Promise<string | Response> {
    const formed = checkForm({ rawBody: sent.rawBody, headers: sent.sentHeaders, nowMs: clock.now() });
    if (!formed.ok) return refuse(formed.status, formed.reason);
    if (await isBySystem(destination, formed)) return formed.id;
    return refuse(401, 'the signature is by no secret of this destination');
  }

  async function isBySystem(destination: string, formed: Extract<Formed, { ok: true }>): Promise<boolean> {
    const keys = await keysOf(destination);
    if (!keys) return false;
    if (isSigned(formed, keys)) return true;
    const again = await keysOf(destination, true);
    return again !== null && again !== keys && isSigned(formed, again);
  }

  function refuse(status: 401 | 413, reason: string): Response {
    counts.refused({ status, reason, disputed: () => false });
    return problem(status, status === 413 ? 'The body is too large.' : UNSIGNED);
  }

  async function submitted(destination: string, key: string, rawBody: Uint8Array): Promise<Response> {
    const read = readSubmitted(rawBody);
    if (!read.ok) return problem(400, `${read.problem}.`);
    const { submitted } = read;
    const hash = hashOf(rawBody);
    const decisionId = decisionIdOf(destination, key);
    const before = await submissions.find(destination, key);
    if (before && before.hash !== hash) return problem(409, otherBody(key));
    if (before) {
      const stands = await cases.answerOf(before.domain, before.caseId);
      if (isDealtWith(before, stands)) return answer(202, tell(before, stands));
    }
    const decision: SystemDecision = { ...submitted, destination, decisionId };
    const judged = await take.judge(decision);
    if (judged.is === 'not-sent') return problem(404, `This case was never sent to ${destination}.`);
    if (judged.is === 'denied') return problem(403, judged.why);
    if (judged.is === 'nothing-to-override')
      return problem(422, 'No decision about this case has the id in overrides. Nothing was recorded.');
    if (judged.is === 'comment-required')
      return problem(422, `${submitted.outcome} needs a comment here. Nothing was recorded.`);
    const { domain, caseId, outcome } = submitted;
    const atMs = before?.atMs ?? clock.now();
    const submission: Submission = { destination, key, domain, caseId, outcome, decisionId, hash, atMs };
    // The key first: of two bodies under one key, only the one that is kept may decide. A crash after it costs nothing, since
    // there was no answer: the system sends it again, and it is queued then.
    if (!before && !(await submissions.add(submission))) {
      const kept = await submissions.find(destination, key);
      if (kept?.hash !== hash) return problem(409, otherBody(key));
      return queued(decision, judged, kept);
    }
    return queued(decision, judged, submission);
  }

  async function queued(
    decision: SystemDecision,
    judged: Parameters<TakeVerdict['handOn']>[1],
    submission: Submission,
  ): Promise<Response> {
    await take.handOn(decision, judged, submission.atMs);
    return answer(202, tell(submission, null));
  }

  const tell = (submission: Submission, stands: Answer | null) =>
    tellSubmission(submission, stands, {
      nowMs: clock.now(),
      isFull: showAt(parts.config, submission.destination) === 'full',
    });

  async function asked(destination: string, key: string): Promise<Response> {
    const submission = await submissions.find(destination, key);
    if (!submission) return problem(404, `${destination} sent nothing under this webhook-id.`);
    return answer(200, tell(submission, await cases.answerOf(submission.domain, submission.caseId)));
  }

  /** A caller that got no clear answer sends the same again, which decides nothing twice. */
  async function safely(destination: string, sent: SentRequest, go: (key: string) => Promise<Response>) {
    try {
      const key = await verified(destination, sent);
      if (typeof key !== 'string') return key;
      counts.taken();
      return await go(key);
    } catch (error) {
      log('verdict not taken', { error: String(error) });
      return problem(503, TRY_AGAIN);
    }
  }

  return new Hono<{ Bindings: SentRequest }>()
    .post(`${VERDICTS_PATH}/:destination`, (c) => {
      const destination = c.req.param('destination');
      return safely(destination, c.env, (key) => submitted(destination, key, c.env.rawBody));
    })
    .get(`${VERDICTS_PATH}/:destination`, (c) => {
      const destination = c.req.param('destination');
      return safely(destination, c.env, (key) => asked(destination, key));
    });
}

const otherBody = (key: string): string =>
  `Another body was sent under the webhook-id ${key}. A new request needs a new one.`;
