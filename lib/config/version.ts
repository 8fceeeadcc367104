/** The version of the bridge in package.json: a test keeps them equal. */
export const BRIDGE_VERSION = '0.1.0';
