import { createHash } from 'node:crypto';
import { cleanWithin } from '../../base/text/clean-text.ts';
import { pressWord } from '../../case/outcome-words.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { LinkTarget } from '../../endpoints/link-token.ts';
import { VERDICT_LIMITS } from '../../posture/schemas/verdict-schema.ts';

const STYLE = [
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}',
  'body{max-width:36rem;margin:10vh auto;padding:0 1rem}',
  'label{display:block;margin:1rem 0}',
  'textarea,input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.4rem}',
  'button{font:inherit;padding:.5rem 1rem}',
].join('');

/** Nothing is loaded, nothing runs, and the form goes nowhere else. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const MOST_SHOWN = 200;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
/** Text from outside. */
const shown = (text: string): string => escaped(cleanWithin(text, MOST_SHOWN));

/** A page without script. `body` is markup of ours, in which everything else is escaped. */
function page(status: number, title: string, body: string): Response {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
  ].join('');
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}

/** Tells something to the person who opened a link. */
export const wordPage = (status: number, title: string, text: string): Response =>
  page(status, title, `<p>${escaped(text)}</p>`);

/** How the case stands already. */
export const standingPage = (target: LinkTarget, standing: Sentence): Response =>
  page(200, 'How the case stands', `${aboutCase(target)}<p>${spoken(standing)}.</p>`);

export interface FormRules {
  readonly needsComment: boolean;
  readonly needsApproval: boolean;
  /** What was missing when it was sent. */
  readonly missing?: string | undefined;
}

/** Asks the person who opened a link. Only the button changes anything. */
export function askPage(target: LinkTarget, token: string, rules: FormRules): Response {
  const { needsComment, needsApproval, missing } = rules;
  const required = needsComment ? ' required' : '';
  const note = needsApproval ? '<p>Two people have to approve it in a chat before it is recorded.</p>' : '';
  const body = [
    aboutCase(target),
    missing === undefined ? '' : `<p role="alert">${escaped(missing)}</p>`,
    note,
    // To where it is, without the token in the address.
    '<form method="post" action="?">',
    `<input type="hidden" name="t" value="${escaped(token)}">`,
    `<label>Comment${needsComment ? '' : ' (optional)'}`,
    `<textarea name="comment" rows="4" maxlength="${VERDICT_LIMITS.comment}"${required}></textarea></label>`,
    '<label>Your name (optional, shown as you write it)<input name="by" maxlength="100" autocomplete="name"></label>',
    `<button>Record "${escaped(pressWord(target.outcome))}"</button></form>`,
  ];
  return page(missing === undefined ? 200 : 422, `${pressWord(target.outcome)}?`, body.join(''));
}

const aboutCase = ({ domain, caseId, destination }: LinkTarget): string =>
  `<p>Case <strong>${shown(caseId)}</strong> of ${shown(domain)}, as sent to ${shown(destination)}.</p>`;

const spoken = (sentence: Sentence): string =>
  sentence
    .map((part) => {
      if (typeof part === 'string') return escaped(part);
      return 'said' in part ? shown(part.said) : escaped(new Date(part.atMs).toISOString());
    })
    .join('');
