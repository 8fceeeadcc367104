/** Keys that belong to the bridge alone: nobody types them in, and no other system knows them. */
export interface BridgeKeys {
  /** 32 bytes, the same for every function and for as long as the bridge lives. Made when it is first asked for. */
  keyOf(name: string): Promise<Buffer>;
}

export const BRIDGE_KEY_BYTES = 32;
