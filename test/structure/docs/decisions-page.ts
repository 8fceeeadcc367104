/** The list of decisions, from their titles. The test of the docs writes it with `-u`. */
export function decisionsPage(decisions: ReadonlyMap<string, string>): string {
  const lines = [...decisions].map(([file, text]) => `- [${file.slice(0, 4)}](${file}): ${titleOf(text)}`);
  return `${PREFACE}\n${lines.join('\n')}\n`;
}

const titleOf = (text: string): string => /^# (.+)\n/.exec(text)?.[1] ?? '';

const PREFACE = `# Decisions

Why things are as they are, where the code alone would not say it. Each is a page at most, and what no longer holds is taken out. A new one gets the next number.
\`npx vitest run --project unit test/structure/docs.test.ts -u\` writes this list from their titles.
`;
