import type { Content } from '../../case/message-content.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { personasAt } from '../../config/personas.ts';
import { isSevere } from '../severe.ts';

/** How much a destination shows of whom a case is about; null if it does not say who they are. */
export type PersonasAt = (destination: string, content: Content) => 'full' | 'pseudonym' | null;

export const createPersonasAt =
  (config: Pick<BridgeConfig, 'personas' | 'destinations' | 'storm'>): PersonasAt =>
  (destination, content) =>
    config.personas === 'severe' && !isSevere(content, config.storm.severe)
      ? null
      : personasAt(config, destination);
