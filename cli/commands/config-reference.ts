import { referencePage } from '../../lib/config/reference/reference-page.ts';
import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'config reference',
  group: 'Set up',
  page: 'configuration-reference.md',
  summary: 'Prints every setting of the configuration with what it means and an example, as Markdown.',
  flags: {},
  examples: [
    {
      line: 'config reference > docs/configuration-reference.md',
      words: 'In a clone, after a setting was added.',
    },
  ],
  async run() {
    const page = referencePage();
    return { value: { page }, lines: page.trimEnd().split('\n') };
  },
});
