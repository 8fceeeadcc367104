import { readAssembly } from '../../../local/cloud/assembly.ts';
import { ACCOUNT, type LocalCloudOptions } from '../../../local/cloud/options.ts';
import { readTemplate, type StackTemplate } from '../../../local/cloud/template.ts';
import type { RawTemplate } from './raw-template.ts';

/** A stack that is run again and again, each time with something else taken away. */
export interface Stage {
  readonly assemblyDir: string;
  /** As synthesized. Nobody changes it: every run gets a copy. */
  readonly template: RawTemplate;
  /** The same, resolved as the local cloud does. Addresses differ from run to run, names and ARNs do not. */
  readonly resolved: StackTemplate;
  /** What every run starts with. */
  readonly options: Partial<LocalCloudOptions>;
}

export async function readStage(
  assemblyDir: string,
  options: Partial<LocalCloudOptions> = {},
): Promise<Stage> {
  const assembly = await readAssembly(assemblyDir);
  const resolved = readTemplate(assembly, {
    stackName: assembly.stackName,
    region: options.region ?? 'eu-west-1',
    account: ACCOUNT,
    frontDoorUrl: 'http://127.0.0.1',
    apiUrl: (id) => `http://127.0.0.1/${id}`,
  });
  return { assemblyDir, template: assembly.template as unknown as RawTemplate, resolved, options };
}
