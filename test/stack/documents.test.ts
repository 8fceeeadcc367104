import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionsFor } from '../../cdk/function-folders.ts';
import { drawUp, everything, least, type Synthesized } from './synthesized.ts';

const page = (name: string): string => readFileSync(`docs/${name}.md`, 'utf8');

let small: Synthesized;
beforeAll(async () => {
  small = await drawUp(least({ monitoring: 'full' }));
});
afterAll(() => small.remove());

/** `NotifySlack`, as in the output `NotifySlackFunctionName`. */
const outputName = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const functions = functionsFor(everything);
const outputs = functions.map(outputName).toSorted();

describe('the pages for operators', () => {
  it('are held against names that the stack has as outputs', () => {
    const some = functionsFor(least()).map((name) => `${outputName(name)}FunctionName`);
    expect(Object.keys(small.template.Outputs)).toEqual(expect.arrayContaining(some));
  });

  it('stop and start every function of the stack', () => {
    const loops = [...page('restore').matchAll(/for FUNCTION in ([\w ]+);/g)].map(([, names = '']) => names);
    expect(loops).toHaveLength(1);
    for (const names of loops) expect(names.split(' ').toSorted()).toEqual(outputs);
  });

  it('say how the logs of every function are found', () => {
    const named = new Set([...page('runbook').matchAll(/\blogs (\w+)/g)].map(([, name = '']) => name));
    expect(outputs.filter((name) => !named.has(name))).toEqual([]);
  });

  it('say what each function that fails means', () => {
    const [, section = ''] = page('runbook').split('## Function fails');
    const rows = section.slice(0, section.indexOf('```')).match(/^\| `.*$/gm) ?? [];
    expect(functions.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
  });
});
