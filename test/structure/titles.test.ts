import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** So that a list of tests can be read, each on a line. */
const LONGEST = 120;
const CALLS = ['it', 'test', 'describe'];

/** Titles as they are written: what `it.each` puts in comes on top. */
function titlesIn(path: string, text: string): string[] {
  const titles: string[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const isTitle = first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
      if (isTitle && CALLS.includes(calledBy(node.expression))) titles.push(first.getText(file).slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** `it` of `it.each([...])`, `it.runIf(full)` and `it`. */
function calledBy(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called))
    return calledBy(called.expression);
  return ts.isTaggedTemplateExpression(called) ? calledBy(called.tag) : '';
}

it('titles of tests are sentences of at most 120 characters', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'),
  );
  const titles = files.flatMap((path) =>
    titlesIn(path, readFileSync(join('test', path), 'utf8')).map((title) => ({ path, title })),
  );
  expect(titles.length).toBeGreaterThan(3_000);
  expect(titles.filter(({ title }) => title.length > LONGEST)).toEqual([]);
});

it('finds titles however a test is called', () => {
  const text = "it('a', f); it.each([1])('b', f); describe.runIf(x)(`c`, f); it.each`x`('d'); other('e');";
  expect(titlesIn('x.ts', text)).toEqual(['a', 'b', 'c', 'd']);
});
