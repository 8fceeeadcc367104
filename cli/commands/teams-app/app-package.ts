import { describeIssue } from '../../../lib/base/describe-issues.ts';
import { TeamsSetupError } from '../../../lib/chats/teams/refusals.ts';
import { colorIcon, outlineIcon } from './icons.ts';
import { createTeamsManifest, ICONS, type ManifestChoices } from './manifest.ts';
import { TeamsManifest } from './manifest-schema.ts';
import { createZip } from './zip.ts';

/** The app as it is uploaded to Teams: the manifest and two icons. Throws when Teams would not take it. */
export function createAppPackage(choices: ManifestChoices): Buffer {
  const manifest = createTeamsManifest(choices);
  const checked = TeamsManifest.safeParse(manifest);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => describeIssue(issue, manifest));
    throw new TeamsSetupError(`Teams would not take the manifest: ${problems.join('; ')}`);
  }
  return createZip([
    { name: 'manifest.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { name: ICONS.color, content: colorIcon() },
    { name: ICONS.outline, content: outlineIcon() },
  ]);
}
