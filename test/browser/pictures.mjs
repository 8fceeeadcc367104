// Whether the pictures of the console are older than what they show: the words of messages, how the chats write them, and the
// look of the page. `npm run screenshots` takes them anew and notes what it took them from.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NOTE = 'docs/images/taken-from.txt';
const SHOWN = [
  'lib/chats/document',
  'lib/verdict/decision-text.ts',
  'console/client/chat',
  'console/client/css',
  'console/client/shell',
];

const filesIn = (path) =>
  /\.\w+$/.test(path)
    ? [path]
    : readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) =>
        filesIn(
          entry.isDirectory() || /\.(?:ts|tsx|css)$/.test(entry.name) ? `${path}/${entry.name}` : '.none',
        ),
      );

/** Equal as long as nothing changed that the pictures show. */
export function shownDigest() {
  const hash = createHash('sha256');
  const files = SHOWN.flatMap(filesIn).filter((file) => file !== '.none');
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** The file that says what the pictures were taken from. */
export const noteFile = join(ROOT, NOTE);

/** A sentence if the pictures are older than what they show; null if they are not. `isCi`: as a warning of GitHub's. */
export function describeStale(digest, noted, isCi) {
  if (digest === noted) return null;
  const sentence =
    'The pictures of the console are older than what they show: npm run screenshots takes them anew.';
  return isCi ? `::warning file=${NOTE}::${sentence}` : sentence;
}

export const staleNow = (isCi) =>
  describeStale(shownDigest(), existsSync(noteFile) ? readFileSync(noteFile, 'utf8').trim() : '', isCi);
