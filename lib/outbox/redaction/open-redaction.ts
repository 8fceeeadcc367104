import type { BridgeKey } from '../../base/bridge-keys.ts';
import type { Log } from '../../base/log.ts';
import type { Answer } from '../../case/answer.ts';
import type { Display } from '../../config/chats/chat-schema.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Renderer, ToRender } from '../renderer-port.ts';
import type { Replies } from '../replies-port.ts';
import { createPersonasAt } from './personas-at.ts';
import { createPseudonyms, type PseudonymOf } from './pseudonym.ts';
import { NOT_SHOWN, redact, type Show } from './redact.ts';
import { redactPersonas } from './redact-personas.ts';

export interface RedactionParts {
  readonly config: Pick<BridgeConfig, 'destinations' | 'personas' | 'storm'>;
  /** The key for pseudonyms; null while no function has needed it. It remembers: it is asked each time. */
  readonly key: () => Promise<BridgeKey | null>;
  readonly log: Log;
}

/**
 * Stands between the ledger and the chats: what a chat is handed is what its destination may show, so no chat has to know.
 * Rendering is synchronous and needs a key, so `ready` is waited for before it.
 */
export function openRedaction({ config, key: load, log }: RedactionParts) {
  const displayOf = (name: string): { show: Show; quiet: boolean } => {
    const destination = Object.hasOwn(config.destinations, name) ? config.destinations[name] : undefined;
    if (!destination) return FULL;
    const { show = 'full', notify = 'full' } = destination as Display;
    return { show, quiet: notify === 'quiet' };
  };
  const needsKey = Object.keys(config.destinations).some((name) => displayOf(name).show === 'pseudonym');
  // Until the key is there, nobody is shown: that is better than a name, and better than no message.
  let pseudonymOf: PseudonymOf = () => NOT_SHOWN;

  const personasAt = createPersonasAt(config);
  /** The configuration may have changed since the message was posted. */
  const mayDescribe = ({ key, content }: ToRender) => personasAt(key.destination, content) === 'full';

  function apply<Shown extends ToRender, Given extends Answer | null>(given: Shown, answer: Given) {
    const { show, quiet } = displayOf(given.key.destination);
    const shown = given.saysWho && !mayDescribe(given) ? { ...given, saysWho: undefined } : given;
    if (show === 'full' && !quiet) return { shown, answer };
    const { content } = shown;
    const redacted = redact(content, answer, show, pseudonymOf);
    const personas =
      shown.personas && content.kind === 'case'
        ? redactPersonas(shown.personas, content.item, show, pseudonymOf)
        : [];
    const next = { ...shown, content: redacted.content, personas, quiet };
    return { shown: next, answer: redacted.answer };
  }

  return {
    /** Never fails. Without a destination that shows pseudonyms it reads nothing. */
    async ready(): Promise<void> {
      if (!needsKey) return;
      const key = await load().catch((error: unknown) =>
        log('no key for pseudonyms', { error: String(error) }),
      );
      if (key) pseudonymOf = createPseudonyms(key.secret);
    },
    apply,
    /** What a person is called where pseudonyms are shown. */
    pseudonymOf: (person: string): string => pseudonymOf(person),
    /** A renderer that is handed only what may be shown. */
    renderer: <Message>(renderer: Renderer<Message>): Renderer<Message> => ({
      ...renderer,
      render(shown, answer) {
        const redacted = apply(shown, answer);
        return renderer.render(redacted.shown, redacted.answer);
      },
    }),
    /** The same for what the verdict function shows at once. */
    replies: <Shown extends Pick<Replies, 'showAtOnce'>>(replies: Shown): Shown => ({
      ...replies,
      async showAtOnce(reply, shown, answer) {
        const redacted = apply(shown, answer);
        return replies.showAtOnce(reply, redacted.shown, redacted.answer);
      },
    }),
  };
}

const FULL = { show: 'full', quiet: false } as const;
