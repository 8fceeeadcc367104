import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** For esbuild: a bundled source still knows the file that it was, and finds what is beside it. */
export const atItsPlace = {
  name: 'at its place',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};
