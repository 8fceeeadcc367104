/** A message as a reader of the channel sees it, with what answers it. */
export interface Post {
  readonly atMs: number;
  readonly text: string;
  readonly replies: readonly Omit<Post, 'replies'>[];
}

/** The small print of a case. A note in the thread of a digest says which case it is about, and is not that case. */
const CASE = /(?<!, |of )\bcase \W*([0-9a-f]{8})[0-9a-f-]*\W* {2}·/;
const EVERY_CASE = /\bcase \W*([0-9a-f]{8})\b/g;
const FAILED = /(?:Not|May be) recorded: /;

/** The case that a message is about. */
export const caseIn = (text: string): string | undefined => CASE.exec(text)?.[1];

const casesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(EVERY_CASE)].map(([, id = '']) => id)),
];

/** Which cases a channel shows, when, and what stands there twice. */
export function readChannel(posts: readonly Post[]) {
  const shownAtMs = new Map<string, number[]>();
  const named = new Set<string>();
  const failed = new Set<string>();
  const twice: { readonly text: string; readonly under: string }[] = [];
  const note = ({ text, atMs }: Omit<Post, 'replies'>, id: string) => {
    shownAtMs.set(id, [...(shownAtMs.get(id) ?? []), atMs]);
    if (FAILED.test(text)) failed.add(id);
  };
  for (const post of posts) {
    const ids = casesIn(post.text);
    const [only] = ids.length === 1 ? ids : [];
    if (only !== undefined) note(post, only);
    else for (const id of ids) named.add(id);
    const told = new Set<string>();
    for (const reply of post.replies) {
      const id = caseIn(reply.text);
      // Of a case in the thread of a digest; what stands under its own message is about that.
      if (id !== undefined && id !== only) note(reply, id);
      else if (told.has(reply.text))
        twice.push({ text: reply.text, under: only ?? casesIn(reply.text)[0] ?? '' });
      else told.add(reply.text);
    }
  }
  return { shownAtMs, named, failed, twice };
}
