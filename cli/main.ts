/** The operator's command: `npx posture-bridge`, also in a clone. */
import { allowColours } from '../lib/base/terminal.ts';
import { COMMANDS } from './commands.ts';
import { runProgram } from './frame/run-program.ts';

// The SDK's warning about the Node version is for developers, and would interrupt the output.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
if (!process.env.NO_COLOR && process.env.TERM !== 'dumb') allowColours();
// A reader that went away, like `| head`, is not an error.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runProgram(process.argv.slice(2), COMMANDS, process.env);
