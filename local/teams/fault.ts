import { z } from 'zod';
import { CHAT_FAULT } from '../stand-in-kit/fault-book.ts';

const OPERATIONS = [
  'token',
  'openid',
  'keys',
  'createConversation',
  'sendActivity',
  'replyToActivity',
  'updateActivity',
  'deleteActivity',
  'getMembers',
  'getPagedMembers',
  'getMember',
  'getTeam',
  'checkMemberGroups',
  'listMessages',
  'listChanges',
  'listReplies',
  'workflow',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const Fault = z
  .strictObject({
    ...CHAT_FAULT,
    /** All of them, if absent. */
    operation: z.enum(OPERATIONS).optional(),
    /** With `error`, which requires it; with `down`, instead of a broken connection. */
    status: z.int().min(400).max(599).optional(),
    /** With `error`: the code in the body. */
    code: z.string().min(1).optional(),
  })
  .refine((fault) => fault.kind !== 'error' || fault.status !== undefined, 'an error fault needs a status')
  .refine((fault) => fault.kind !== 'slow' || fault.delay_ms !== undefined, 'a slow fault needs delay_ms');
export type Fault = z.infer<typeof Fault>;
