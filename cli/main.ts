/** The operator's one command: `npx posture-bridge`, also in a clone. */
import { allowColours } from '../lib/platform/terminal.ts';
import { COMMANDS } from './commands.ts';
import { runProgram } from './frame/run-program.ts';

// The SDK's word about the version of Node is for developers, and stands between what the command says.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
if (!process.env.NO_COLOR && process.env.TERM !== 'dumb') allowColours();
// A reader that went away, as `| head` does, is no error.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runProgram(process.argv.slice(2), COMMANDS, process.env);
