import type { BridgeConfig } from '../../lib/config/define-bridge.ts';

/** Something that runs beside the bridge, in the place of a system on the other side. */
export interface Part {
  /** Its name in the JSON. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** What else people want to know of it. */
  readonly more: readonly (readonly [label: string, text: string])[];
  /** What programs want to know of it. */
  readonly json: object;
  /** Parameters of SSM that the bridge needs to reach it. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Of those, what nobody may see. */
  readonly hidden: readonly string[];
  /** The configuration with this part in its place. */
  place(config: BridgeConfig): BridgeConfig;
  stop(): Promise<void>;
}
