/** Keys that belong to the bridge alone: nobody types them in, and no other system knows them. */
export interface BridgeKeys {
  /** The same for every function and for the bridge's whole life. Created when first asked for. */
  keyOf(name: string): Promise<BridgeKey>;
}

export interface BridgeKey {
  /** 32 bytes. */
  readonly secret: Buffer;
  readonly createdAtMs: number;
}

export const BRIDGE_KEY_BYTES = 32;
