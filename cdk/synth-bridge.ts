import { join } from 'node:path';
// Imported from its core, here and everywhere: the main package loads an index of every service.
import { App } from 'aws-cdk-lib/core';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import settings from '../cdk.json' with { type: 'json' };
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { checkBridgeName, DEFAULT_NAME } from './bridge-name.ts';
import { BridgeStack } from './bridge-stack.ts';
import { bundleFunctions } from './bundle-functions.ts';
import type { PostureBridgeOptions } from './posture-bridge.ts';
import { placePrebuilt } from './prebuilt-functions.ts';

export interface BridgeParts {
  readonly config: BridgeConfig;
  readonly options?: PostureBridgeOptions;
  /** False: anybody with the right to may delete the stack. */
  readonly terminationProtection?: boolean;
}

export interface AppOptions {
  /** The folder of the cloud assembly. By default where the CDK command line says, or a temporary folder. */
  readonly outdir?: string;
  /** Whether to check the template by CloudFormation's own rules, which takes three seconds. */
  readonly checked?: boolean;
}

/** An app without a stack. It reads cdk.json itself, so that every environment gets the same template. */
export const createApp = ({ outdir, checked = true }: AppOptions = {}): App =>
  new App({
    analyticsReporting: false,
    treeMetadata: false,
    context: settings.context,
    builtinCloudFormationValidation: checked,
    ...(outdir !== undefined && { outdir }),
  });

/** The package contains the functions as they were built. */
const IS_PACKAGE = !import.meta.url.endsWith('.ts');

/** Bundles the functions with this configuration and adds the bridge to the app. */
export async function addBridge(app: App, parts: BridgeParts): Promise<BridgeStack> {
  // First, because bundling takes seconds.
  const stackName = checkBridgeName(parts.options?.name ?? DEFAULT_NAME);
  const place = IS_PACKAGE ? placePrebuilt : bundleFunctions;
  const folders = await place(parts.config, join(app.outdir, 'functions'));
  return new BridgeStack(app, 'Bridge', { stackName, ...parts, folders });
}

/** The cloud assembly of the bridge, as `cdk deploy` would deploy it: its template and its bundles. */
export async function synthBridge(parts: BridgeParts & AppOptions): Promise<CloudAssembly> {
  const { outdir, checked = false, ...bridge } = parts;
  const app = createApp({ checked, ...(outdir !== undefined && { outdir }) });
  await addBridge(app, bridge);
  return app.synth();
}
