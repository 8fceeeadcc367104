const REGISTRY = Symbol.for('posture-bridge.finished');

/** One for the whole process: a configuration may import `defineBridge` from another copy of the package than a command does. */
function registry(): WeakSet<object> {
  const shared = globalThis as { [REGISTRY]?: WeakSet<object> };
  shared[REGISTRY] ??= new WeakSet();
  return shared[REGISTRY];
}

/** Marks all parts of a configuration that `defineBridge` has finished: their durations are milliseconds. */
export function markFinished<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  registry().add(value);
  for (const part of Object.values(value)) markFinished(part);
  return value;
}

export const isFinished = (value: object): boolean => registry().has(value);
