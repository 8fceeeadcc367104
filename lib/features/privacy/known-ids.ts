import type { BridgeConfig } from '../../config/define-bridge.ts';

/**
 * All ids of a person who is in `people` of the configuration, as soon as one of them or the key there is given. The real name
 * is not among them: somebody else may have the same.
 */
export function knownIds(people: BridgeConfig['people'], given: readonly string[]): string[] {
  const asked = new Set(given.map((text) => text.toLowerCase()));
  return Object.entries(people).flatMap(([key, { name: _, ...byChat }]) => {
    const ids = Object.values(byChat).filter((id): id is string => typeof id === 'string');
    const isAsked = [key, ...ids].some((text) => asked.has(text.toLowerCase()));
    return isAsked ? ids.filter((id) => !asked.has(id.toLowerCase())) : [];
  });
}
