import type { HttpPorts } from '../../lib/compose/ports.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';

/** A bug that is planted at the ports of functions, or in the rules that they are given. */
export interface Plant {
  readonly ports?: (ports: HttpPorts, kind: string) => HttpPorts;
  readonly config?: (config: BridgeConfig) => BridgeConfig;
}
export const PLAIN: Plant = {};
