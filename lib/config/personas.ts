import type { Display } from './chats/chat-schema.ts';
import { isChat } from './chats.ts';
import { mayReceive } from './dead-routes.ts';
import type { BridgeConfig } from './define-bridge.ts';

type Personas = Pick<BridgeConfig, 'personas' | 'destinations'>;

/**
 * How much of people the threads of a destination show that tell who a case is about; null where none does: it is switched
 * off, no person is shown there, or the place has no threads.
 */
export function personasAt({ personas, destinations }: Personas, name: string): 'full' | 'pseudonym' | null {
  const destination = Object.hasOwn(destinations, name) ? destinations[name] : undefined;
  if (personas === 'none' || !destination || !isChat(destination.type) || !('channel' in destination))
    return null;
  const { show = 'full' } = destination as Display;
  return show === 'minimal' ? null : show;
}

/** Whether some thread tells who the cases of a domain are about. */
export const tellsPersonas = (config: BridgeConfig, domain: string): boolean =>
  Object.keys(config.destinations).some(
    (name) => personasAt(config, name) !== null && mayReceive(config, { domain, feed: 'cases' }, name),
  );
