import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  documentedSettings,
  hasExample,
  referencePage,
  settingsOf,
} from '../../../lib/config/reference/reference-page.ts';
import { EXAMPLES } from '../../../lib/config/reference/setting-examples.ts';

describe('docs/configuration-reference.md', () => {
  it('has an example for each setting', () => {
    expect(documentedSettings().filter((setting) => !hasExample(setting))).toEqual([]);
  });

  it('shows every example', () => {
    const page = referencePage();
    expect(EXAMPLES.filter((text) => !page.includes(text))).toEqual([]);
  });

  it('is as the command prints it: posture-bridge config reference > docs/configuration-reference.md', () => {
    expect(readFileSync('docs/configuration-reference.md', 'utf8')).toBe(referencePage());
  });

  it('finds a setting by what is set', () => {
    const shown = { routes: [{ mention: { critical: ['x'] } }], domains: { acme: { auth: 'bearer' } } };
    expect(settingsOf(shown)).toEqual([
      'routes',
      'routes[].mention',
      'routes[].mention.<severity>',
      'domains',
      'domains.<name>.auth',
    ]);
  });
});
