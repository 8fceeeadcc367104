/** One history of kills in a process of its own, since its clock is that of the whole process. Says what came of it. */
import '../../support/aws/quiet-sdk.ts';
import { jsonLine, print } from '../../../lib/base/terminal.ts';
import { playKills } from './play-kills.ts';

const [seed = '1', minutes = '1', wanted = '[]', how = 'in-place'] = process.argv.slice(2);
const kinds = JSON.parse(wanted) as string[];
print(jsonLine(await playKills(Number(seed), Number(minutes), kinds, how === 'whole')));
process.exit(0);
