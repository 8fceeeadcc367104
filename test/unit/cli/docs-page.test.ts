import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, repositoryIn, seePage } from '../../../cli/frame/docs-page.ts';

describe('a page of the docs', () => {
  it.each([
    ['of a clone', '/clone', '/clone', 'docs/deploy.md#4-deploy'],
    [
      'of the installed package',
      '/mine/node_modules/posture-bridge',
      '/mine',
      'node_modules/posture-bridge/docs/deploy.md#4-deploy',
    ],
    ['of a clone, from beside it', '/clone', '/mine', '/clone/docs/deploy.md#4-deploy'],
  ])('%s is a file that the person has', (_, root, cwd, path) => {
    expect(addressOf('deploy.md#4-deploy', { root, cwd, repository: null })).toBe(path);
  });

  it.each([
    [{ url: 'git+https://example.com/owner/name.git' }, 'https://example.com/owner/name'],
    ['https://example.com/owner/name', 'https://example.com/owner/name'],
    ['owner/name', null],
    [undefined, null],
  ])('is on the web where package.json says so: %j', (repository, place) => {
    const root = mkdtempSync(join(tmpdir(), 'docs-page-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    writeFileSync(join(root, 'package.json'), JSON.stringify({ repository }));
    expect(repositoryIn(root)).toBe(place);
    const address = addressOf('deploy.md', { root, cwd: root });
    expect(address).toBe(place === null ? 'docs/deploy.md' : `${place}/blob/HEAD/docs/deploy.md`);
  });

  it('is one of this clone', () => {
    expect(seePage('deploy.md')).toBe('See docs/deploy.md');
  });
});
