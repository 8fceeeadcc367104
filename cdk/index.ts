/** What `posture-bridge/cdk` exports: the public interface, see docs/api.md. */
export { type BridgeConfig, type BridgeInput, defineBridge } from '../lib/config/define-bridge.ts';
export { ConfigError } from '../lib/config/schema/config-problem.ts';
export { addOutputs } from './add-outputs.ts';
export { BridgeStack, type BridgeStackProps } from './bridge-stack.ts';
export { PostureBridge, type PostureBridgeOptions, type PostureBridgeProps } from './posture-bridge.ts';
export type { NetworkPlace } from './put-into-network.ts';
export type { RequestDomain } from './request-api.ts';
export { SettingError } from './setting-error.ts';
