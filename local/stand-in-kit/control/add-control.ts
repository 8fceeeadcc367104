import type { Env, Hono } from 'hono';
import { addAtPath } from '../private-address.ts';

/** The control surface, at a path that only people who were told it know. */
export const addControl = <Of extends Env>(app: Hono<Of>, path: string, surface: Hono<Of>): void =>
  addAtPath(app, path, { name: 'The control surface', surface });
