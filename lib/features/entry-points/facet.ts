import type { BridgeConfig } from '../../config/define-bridge.ts';

/** What a feature does in one function. It is built only where the configuration asks for it. */
export interface Facet<Kit, Hooks> {
  readonly isOn: (config: BridgeConfig) => boolean;
  readonly create: (kit: Kit) => Hooks;
}

export const openFacets = <Kit extends { readonly config: BridgeConfig }, Hooks>(
  facets: readonly Facet<Kit, Hooks>[],
  kit: Kit,
): readonly Hooks[] => facets.filter(({ isOn }) => isOn(kit.config)).map(({ create }) => create(kit));
