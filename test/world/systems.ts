import { decisionIdOfLink } from '../../lib/endpoints/link-token.ts';
import { decisionIdOf } from '../../lib/features/systems/submission.ts';
import { OUTCOMES } from '../../lib/posture/schemas/verdict-schema.ts';
import { signedRequest } from '../support/system-stage.ts';
import { DOMAIN, SECRET } from './config.ts';
import type { PlannedSubmission } from './history.ts';
import type { PlatformCase } from './platform.ts';
import type { Receiver } from './receiver.ts';
import type { RollOut } from './roll-out.ts';
import type { World } from './world.ts';

/** What a system sent, with all of its attempts. */
export interface Submitted {
  readonly one: PlatformCase;
  readonly decisionId: string;
  readonly outcome: string;
  readonly atMs: number;
  /** What it was answered in the end; null while it was not. */
  status: number | null;
}

const AGAIN_MS = 12_000;
const NAME = 'hook';

/** A system that decides what it heard of, and sends each request until it is answered. */
export function createSystems(world: World, rollOut: RollOut, receiver: Receiver) {
  const { time, count, say, createInstance, wrong } = world;
  const submitted: Submitted[] = [];
  let serial = 0;

  function attempt(sent: Submitted, requestOf: () => object, tries = 0): void {
    if (sent.status !== null || tries > 40) return;
    rollOut
      .of('action')
      .action(createInstance('action'))(requestOf() as never)
      .then(
        ({ statusCode }) => {
          say(() => `a system with ${sent.outcome} for ${sent.one.id} is answered ${statusCode}`);
          if (statusCode < 500) sent.status ??= statusCode;
        },
        (error: Error) => void wrong.push(`a verdict of a system failed: ${error.stack}`),
      );
    // A function that died never answers.
    time.schedule(time.nowMs + AGAIN_MS, () => attempt(sent, requestOf, tries + 1));
  }

  function byRequest(one: PlatformCase, outcome: string): [Submitted, () => object] {
    const key = `key-${++serial}`;
    const body = JSON.stringify({ domain: DOMAIN, case_id: one.id, outcome, comment: `by ${key}` });
    const sent = { one, decisionId: decisionIdOf(NAME, key), outcome, atMs: time.nowMs, status: null };
    return [
      sent,
      () => {
        const { headers } = signedRequest({ to: NAME, key, body, secret: SECRET, atMs: time.nowMs });
        return eventOf(`/s/verdicts/${NAME}`, { ...headers, 'content-type': 'application/json' }, body);
      },
    ];
  }

  function byLink(one: PlatformCase, outcome: string): [Submitted, () => object] | null {
    const heard = receiver.heard.find(({ caseId, type }) => caseId === one.id && type === 'case.created');
    const links: readonly { outcome: string; url: string }[] =
      JSON.parse(heard?.body ?? '{"data":{}}').data.verdict_links ?? [];
    const token = new URL(
      links.find((link) => link.outcome === outcome)?.url ?? 'https://none.example',
    ).searchParams.get('t');
    if (token === null) return null;
    const body = new URLSearchParams({ t: token, comment: 'by link', name: 'Lin' }).toString();
    const sent = { one, decisionId: decisionIdOfLink(token), outcome, atMs: time.nowMs, status: null };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return [sent, () => eventOf('/s/verdict-link', headers, body)];
  }

  return {
    submitted,
    submit({ outcome: index, link, again }: PlannedSubmission, one: PlatformCase | undefined): void {
      if (!one || !receiver.heard.some(({ caseId }) => caseId === one.id)) return;
      const outcome = OUTCOMES[index % OUTCOMES.length] ?? 'SAFE';
      const made = link ? byLink(one, outcome) : byRequest(one, outcome);
      if (!made) return;
      const [sent, requestOf] = made;
      submitted.push(sent);
      count(link ? 'links pressed' : 'requests of systems');
      say(() => `a system sends ${outcome} for ${one.id}${link ? ' by a link' : ''}`);
      attempt(sent, requestOf);
      // Nobody waits for the answer to this one.
      if (again) attempt({ ...sent }, requestOf, 40);
    },
  };
}
export type Systems = ReturnType<typeof createSystems>;

const eventOf = (rawPath: string, headers: Record<string, string>, body: string) => ({
  ...{ rawPath, headers, requestContext: { http: { method: 'POST' } }, body },
});
