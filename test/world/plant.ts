import type { HttpPorts } from '../../lib/compose/ports.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Capability, History } from './history.ts';

/** A bug that is planted at the ports of functions, or in the rules that they are given. */
export interface Plant {
  readonly ports?: (ports: HttpPorts, kind: string) => HttpPorts;
  readonly config?: (config: BridgeConfig) => BridgeConfig;
}
export const PLAIN: Plant = {};

/** A bug with the capabilities of the histories that find it. */
export interface PlantedBug extends Plant {
  readonly in: readonly Capability[];
  /** Where the first history that shows it comes early; 1 unless given. */
  readonly seed?: number;
  /** By which rule it is to be found; by any unless given. */
  readonly rule?: RegExp;
  /** What happens in its histories for certain. */
  readonly with?: (history: History) => History;
}
