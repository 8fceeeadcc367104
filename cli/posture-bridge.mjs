#!/usr/bin/env node
/** `npx posture-bridge`: in the package what was built, and in a clone, where nothing is built, the source. */
import { existsSync } from 'node:fs';

const isClone = existsSync(new URL('main.ts', import.meta.url));
await import(isClone ? './bridge.mjs' : '../dist/cli/posture-bridge.mjs');
