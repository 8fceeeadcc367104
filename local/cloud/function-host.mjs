/** Runs in the process of a function: loads its bundle, and handles one invocation after the other. */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const [, , file, exported, name, arn, memoryMb] = process.argv;

const failure = (error) =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: error.stack }
    : { errorType: typeof error, errorMessage: String(error) };

const contextOf = ({ requestId, timeoutMs }) => {
  const endsAt = performance.now() + timeoutMs;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: memoryMb,
    awsRequestId: requestId,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
  };
};

// The parent process is gone, so nothing would ever stop this one. A handler in an endless loop notices nothing: the
// thread below is for that.
process.on('disconnect', () => process.exit());
// A terminal sends these to all processes at once. The local cloud ends its functions after what it has begun.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
// The parent's id is read here: the parent may die before the thread starts, which would then see the next parent.
const watch = `
  setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500);
`;
new Worker(watch, { eval: true, env: {}, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();

let handler;
try {
  handler = (await import(pathToFileURL(file).href))[exported];
  if (typeof handler !== 'function') {
    const error = new Error(`${file} does not export a function ${exported}`);
    error.name = 'Runtime.HandlerNotFound';
    throw error;
  }
} catch (error) {
  process.send({ is: 'not-ready', ...failure(error) }, () => process.exit(1));
}

/** Present where time is driven by hand. */
const driven = globalThis[Symbol.for('driven time')];

process.on('message', async (invocation) => {
  if (invocation.is === 'go') return;
  const end = driven?.begin(invocation.startMs, invocation.isAside) ?? (() => undefined);
  try {
    const value = await handler(JSON.parse(invocation.event), contextOf(invocation));
    process.send({ is: 'done', value: JSON.stringify(value) ?? 'null', tookMs: end() });
  } catch (error) {
    process.send({ is: 'failed', ...failure(error), tookMs: end() });
  }
});

if (handler) process.send({ is: 'ready' });
