import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import { startLocalCloud } from '../../../local/cloud/local-cloud.ts';
import { BUS, drawUp } from '../synthesized.ts';
import { limitProblems } from './limit-problems.ts';

/** Synthesizes the stack of a configuration, holds it against the limits of AWS, and deploys it on the local cloud. */
export async function tryConfig(config: BridgeConfig): Promise<readonly string[]> {
  const stack = await drawUp(config);
  try {
    const problems = await limitProblems(stack);
    const cloud = await startLocalCloud({
      assemblyDir: stack.folder,
      missingSecrets: 'generate',
      outsideBuses: [BUS],
    });
    await cloud.stop();
    return problems;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await stack.remove();
  }
}
