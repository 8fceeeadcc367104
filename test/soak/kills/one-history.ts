/** One history of kills in a process of its own, since its clock is that of the whole process. Says what came of it. */
import '../../support/aws/quiet-sdk.ts';
import { jsonLine, print } from '../../../lib/base/terminal.ts';
import { playKills } from './play-kills.ts';

const [seed = '1', minutes = '1', wanted = '[]'] = process.argv.slice(2);
print(jsonLine(await playKills(Number(seed), Number(minutes), JSON.parse(wanted) as string[])));
process.exit(0);
