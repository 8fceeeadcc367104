/** Of the bridge, as package.json has it: a test holds them together. */
export const BRIDGE_VERSION = '0.1.0';
