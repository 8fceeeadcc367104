import type { Display } from './chats/chat-schema.ts';
import { isChat } from './chats.ts';
import { mayReceive } from './dead-routes.ts';
import type { BridgeConfig } from './define-bridge.ts';

type Personas = Pick<BridgeConfig, 'personas' | 'destinations'>;

/**
 * How much the persona notes at a destination show about people; null if there are none: they are switched off, the
 * destination shows no people, or it has no threads.
 */
export function personasAt({ personas, destinations }: Personas, name: string): 'full' | 'pseudonym' | null {
  const destination = Object.hasOwn(destinations, name) ? destinations[name] : undefined;
  if (personas === 'none' || !destination || !isChat(destination.type) || !('channel' in destination))
    return null;
  const { show = 'full' } = destination as Display;
  return show === 'minimal' ? null : show;
}

/** Whether some thread shows persona notes for the cases of a domain. */
export const tellsPersonas = (config: BridgeConfig, domain: string): boolean =>
  Object.keys(config.destinations).some(
    (name) => personasAt(config, name) !== null && mayReceive(config, { domain, feed: 'cases' }, name),
  );
