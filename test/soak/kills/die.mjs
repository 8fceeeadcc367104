/**
 * Loaded before the bundle of a function. Ends the process without a word at its n-th moment, or at its first of a kind: before a
 * call leaves it, or when the answer is there and nobody has read it. A wait in between changes nothing outside, so these are all
 * the moments there are.
 */
import { writeSync } from 'node:fs';
import http from 'node:http';
import { isMainThread } from 'node:worker_threads';

const { at = 0, kind: wanted = '' } = JSON.parse(process.env.DIES ?? '{}');
if (isMainThread && at > 0) install();

function install() {
  const { end, emit } = http.ClientRequest.prototype;
  const seen = new Set();
  let moments = 0;
  const moment = (when, request) => {
    const kind = `${when} ${nameOf(request)}`;
    seen.add(kind);
    if (++moments < at && kind !== wanted) return;
    writeSync(1, `${JSON.stringify({ died: kind, seen: [...seen] })}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
  http.ClientRequest.prototype.end = function (...given) {
    moment('before', this);
    return end.apply(this, given);
  };
  http.ClientRequest.prototype.emit = function (name, ...given) {
    if (name === 'response') moment('after', this);
    return emit.call(this, name, ...given);
  };
}

// `UpdateItem`, or the method and the path where it is not AWS.
export function nameOf(request) {
  const target = request.getHeader('x-amz-target');
  if (target) return String(target).replace(/^.*\./, '');
  const path = request.path
    .replace(/\?.*/s, '')
    .replace(/\/[^/]*(?:[0-9a-f]{8}-|[0-9a-f]{20}|%|\d{3}|@)[^/]*/gi, '/*');
  return `${request.method} ${path}`;
}
