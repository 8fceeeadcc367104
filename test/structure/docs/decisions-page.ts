/** The list of decisions, from their titles. The test of the docs writes it with `-u`. */
export function decisionsPage(decisions: ReadonlyMap<string, string>): string {
  const rows = [...decisions].map(([file, text]) => `| [${file.slice(0, 4)}](${file}) | ${titleOf(text)} |`);
  return `${PREFACE}\n${rows.join('\n')}\n`;
}

const titleOf = (text: string): string => /^# (.+)\n/.exec(text)?.[1] ?? '';

const PREFACE = `# Decisions

Why things are as they are, where the code alone would not say it: what was decided and why, what else was tried, and what it costs. Each is a
page at most, and what no longer holds is taken out. A new one gets the next number and a name in kebab-case. This list is made from
the titles: \`npx vitest run --project unit test/structure/docs.test.ts -u\` writes it.

| | decision |
|---|---|`;
