import { readFileSync } from 'node:fs';
import ts from 'typescript';

const known = new Map<string, readonly string[]>();

/** What people may read in a source file: its texts of two words or more, in order. What is filled in stands in braces. */
export function sentencesIn(path: string): readonly string[] {
  const found = known.get(path) ?? sentencesOf(path, readFileSync(path, 'utf8'));
  known.set(path, found);
  return found;
}

export function sentencesOf(path: string, source: string): readonly string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    // What is thrown where a developer went wrong is for the log.
    const text = textOf(node);
    if (text !== null && isSentence(text)) found.push(text.replace(/\s+/g, ' '));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
    return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return (
    node.head.text +
    node.templateSpans.map(({ expression, literal }) => `{${nameOf(expression)}}${literal.text}`).join('')
  );
}

/** `{count}`; of what is longer only that something stands there. */
const nameOf = (expression: ts.Expression): string =>
  ts.isIdentifier(expression)
    ? expression.text
    : ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : '…';

/** Two words with a blank between them, and nothing of a query, a path or a selector. */
const isSentence = (text: string): boolean =>
  /\p{L}[\p{L}'’]*[,.;:!?…"”)}]? [(“"{]?\p{L}/u.test(text) &&
  !/[#<>=|]|::|\$\{|^[a-z]+:|;$/.test(text.replace(/<[a-z]+>/g, ''));
