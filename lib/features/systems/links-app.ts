import { Hono } from 'hono';
import type { SentRequest } from '../../base/http/http-event.ts';
import type { Seal } from '../../base/seal.ts';
import { clean } from '../../base/text/clean-text.ts';
import type { Answer } from '../../case/answer.ts';
import { isUndecided } from '../../case/answer.ts';
import type { CaseRecord } from '../../case/case-record.ts';
import { endedIn } from '../../case/case-state.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { showAt } from '../../config/show-at.ts';
import { isWebhook, LINK_PATH } from '../../config/webhooks.ts';
import { decisionIdOfLink, type LinkTarget, readLinkToken } from '../../endpoints/link-token.ts';
import { LINK_LIFE_MS } from '../../endpoints/verdict-links.ts';
import { decisionText, standingText } from '../../verdict/decision-text.ts';
import { failureText } from '../../verdict/failure-text.ts';
import type { createRequestCounts } from '../../verdict/log-refused-requests.ts';
import { needsComment } from '../../verdict/needs-comment.ts';
import { WHOEVER } from '../../verdict/system-person.ts';
import { askPage, standingPage, wordPage } from './link-page.ts';
import type { TakeVerdict, TakeVerdictParts } from './take-verdict.ts';

export interface LinksAppParts extends Pick<TakeVerdictParts, 'config' | 'cases' | 'clock' | 'log'> {
  /** Seals links; null if no link was written yet. */
  readonly seal: () => Promise<Seal | null>;
  readonly take: TakeVerdict;
  readonly counts: ReturnType<typeof createRequestCounts>;
}

/** A comment of 2,000 characters as a form writes it, and the rest. */
const MOST_BODY_BYTES = 32 * 1024;
const MOST_NAME = 100;
const CLOCKS_APART_MS = 10 * 60_000;
const UNKNOWN = 'This link is not from this bridge, or part of it is missing.';
const OVER = 'Nothing was recorded. Decide the case in the chat or in the platform.';
const REOPENED = 'The case was reopened after this link was made, so the link no longer works';

/**
 * For systems that can only open a URL. Opening a link shows a page with a button and changes nothing, however often and by
 * whomever it is fetched; the button sends the sealed token back.
 */
export function createLinksApp(parts: LinksAppParts): Hono<{ Bindings: SentRequest }> {
  const { config, cases, take, counts, clock, log } = parts;

  /** What a token stands for, or the page for an invalid one. Reads nothing from the table. */
  async function opened(token: string): Promise<LinkTarget | Response> {
    const target = readLinkToken(token, await parts.seal());
    if (!target) {
      counts.refused({ status: 404, reason: 'not a link of this bridge', disputed: () => false });
      return wordPage(404, 'Not known here', UNKNOWN);
    }
    counts.taken();
    if (target.expiresAtMs <= clock.now()) return wordPage(410, 'This link has expired', OVER);
    // Whatever it says: the bridge writes no link that lives longer.
    if (target.expiresAtMs > clock.now() + LINK_LIFE_MS + CLOCKS_APART_MS)
      return wordPage(410, 'This link has expired', OVER);
    return hasLinks(config, target) ? target : wordPage(410, 'Links are turned off', OVER);
  }

  const ask = (target: LinkTarget, token: string, missing?: string): Response =>
    askPage(target, token, {
      needsComment: isCommentNeeded(config, target),
      needsApproval: config.verdicts?.outcomes[target.outcome].approval === true,
      missing,
    });

  async function look(token: string): Promise<Response> {
    const target = await opened(token);
    if (target instanceof Response) return target;
    const standing = await standingOf(target, token);
    return standing ? standingPage(target, standing) : ask(target, token);
  }

  /** Why there is nothing to decide by a link; null where there is. */
  async function standingOf(
    { destination, domain, caseId, episode }: LinkTarget,
    token: string,
  ): Promise<Sentence | null> {
    const [verdict, record] = await Promise.all([
      cases.answerOf(domain, caseId),
      cases.recordOf(domain, caseId),
    ]);
    if ((record?.episode ?? 0) !== episode) return [REOPENED];
    const shown = showAt(config, destination) === 'full' ? verdict : withoutReason(verdict);
    return decidedText(shown, episode, decisionIdOfLink(token)) ?? endedText(caseId, record);
  }

  async function press(rawBody: Uint8Array): Promise<Response> {
    if (rawBody.byteLength > MOST_BODY_BYTES) return wordPage(413, 'Too long', OVER);
    const form = new URLSearchParams(Buffer.from(rawBody).toString('utf8'));
    const token = form.get('t') ?? '';
    const target = await opened(token);
    if (target instanceof Response) return target;
    const { destination, domain, caseId, episode, outcome } = target;
    const decisionId = decisionIdOfLink(token);
    const standing = await standingOf(target, token);
    if (standing) return standingPage(target, standing);
    const decision = {
      ...{ destination, domain, caseId, episode, outcome, decisionId },
      comment: form.get('comment')?.trim().slice(0, 2_000) || null,
      forWhom: clean(form.get('by') ?? '').slice(0, MOST_NAME) || WHOEVER,
      eventIds: [],
      overrides: null,
    };
    const judged = await take.judge(decision);
    if (judged.is === 'comment-required') return ask(target, token, 'This needs a comment.');
    if (judged.is === 'denied') return wordPage(403, 'Not permitted', judged.why);
    if (judged.is !== 'allowed') return wordPage(404, 'Not known here', OVER);
    await take.handOn(decision, judged, clock.now());
    const when =
      'Your verdict is recorded in a moment, unless somebody else was first. Reload the link to see where the case stands.';
    return wordPage(202, 'Got it', when);
  }

  const safely = (page: Promise<Response>): Promise<Response> =>
    page.catch((error: unknown) => {
      log('link not answered', { error: String(error) });
      return wordPage(
        503,
        'Something went wrong',
        'Open the link again in a minute to see where the case stands.',
      );
    });

  return new Hono<{ Bindings: SentRequest }>()
    .get(LINK_PATH, (c) => safely(look(c.req.query('t') ?? '')))
    .post(LINK_PATH, (c) => safely(press(c.env.rawBody)));
}

function hasLinks(
  { destinations }: Pick<BridgeConfig, 'destinations'>,
  { destination }: LinkTarget,
): boolean {
  const found = Object.hasOwn(destinations, destination) ? destinations[destination] : undefined;
  return found !== undefined && isWebhook(found) && 'links' in found && found.links === true;
}

const isCommentNeeded = ({ verdicts }: Pick<BridgeConfig, 'verdicts'>, { outcome }: LinkTarget): boolean =>
  verdicts !== undefined && needsComment({ outcome, overrides: null }, verdicts);

/** What the platform said about a decision may name people, as in events (lib/endpoints/write-event.ts). */
function withoutReason(answer: Answer | null): Answer | null {
  const { decision } = answer ?? {};
  if (!answer || decision?.state.is !== 'failed') return answer;
  const message = failureText(decision.state.because);
  return { ...answer, decision: { ...decision, state: { ...decision.state, message } } };
}

/** A decision that the link finds: somebody's, or its own, even if that was undone since. */
function decidedText(answer: Answer | null, episode: number, decisionId: string): Sentence | null {
  if (!answer?.decision) return null;
  const { decision, trail } = answer;
  const wasUsed = decision.id === decisionId || trail.some((entry) => entry.id === decisionId);
  return wasUsed || !isUndecided(answer, episode) ? decisionText(decision) : null;
}

/** How the case ended in the platform: its messages have no buttons any more either. */
function endedText(case_id: string, record: CaseRecord | null): Sentence | null {
  const standing = endedIn({ case_id, created_at: '' }, record);
  return standing && standingText({ standing, claim: null }).words;
}
