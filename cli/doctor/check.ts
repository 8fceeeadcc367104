import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';

/**
 * One line of the doctor. `warning`: the bridge runs with it, and the sentence says how. `unknown`: the check was not
 * possible, and the sentence says why.
 */
export interface Finding {
  readonly is: 'well' | 'warning' | 'wrong' | 'unknown';
  readonly about: string;
  /** What is right; or what is wrong, and what to do. */
  readonly sentence: string;
}

export interface CheckParts {
  readonly config: BridgeConfig;
  /** The file that contains the configuration. */
  readonly configFile: string;
  readonly bridge: OpenBridge;
  /** Before a deployment: what is done after it need not be there yet. */
  readonly isBefore: boolean;
  /** The value of a secret by its name in the configuration; null if it cannot be read. Never shown. */
  readonly secret: (name: string) => Promise<string | null>;
}

/** Checks one thing: a probe that asks, and a verdict that is a pure function of the answer. */
export interface Check {
  readonly about: string;
  /** `before` a deployment, which needs no stack; or `after` it. */
  readonly when: 'before' | 'after';
  /** It calls a system outside AWS, with a secret. */
  readonly isOutside?: boolean;
  look(parts: CheckParts): Promise<readonly Finding[]>;
}

export const well = (about: string, sentence: string): Finding => ({ is: 'well', about, sentence });
export const warning = (about: string, sentence: string): Finding => ({ is: 'warning', about, sentence });
export const wrong = (about: string, sentence: string): Finding => ({ is: 'wrong', about, sentence });
export const unknown = (about: string, sentence: string): Finding => ({ is: 'unknown', about, sentence });

/** Independently: one failing check does not stop the others. What a probe throws never contains a secret. */
export async function examine(checks: readonly Check[], parts: CheckParts): Promise<Finding[]> {
  const looked = await Promise.allSettled(
    checks.map(async (check) =>
      // Its stand-ins are not where the configuration says, and their keys are not for the real systems.
      parts.bridge.isLocal && check.isOutside
        ? [unknown(check.about, 'npm start runs stand-ins of its own, which what runs shows')]
        : check.look(parts),
    ),
  );
  return looked.flatMap((result, n): readonly Finding[] => {
    if (result.status === 'fulfilled') return result.value;
    const said = result.reason instanceof Error ? result.reason.message : String(result.reason);
    return [unknown(checks[n]?.about ?? '', `it could not be looked at: ${said.slice(0, 300)}`)];
  });
}
