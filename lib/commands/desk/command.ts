import type { Mutable } from '../../features/mutes/mute.ts';
import type { CaseState, THREAT_TYPES } from '../../posture/schemas/case.ts';

type Named<Name extends string, Takes = unknown> = Name extends string
  ? { readonly is: Name } & Takes
  : never;

/** What a person asks, whatever chat they ask in. */
export type Command =
  | Named<'help' | 'mine' | 'status'>
  | Named<'case' | 'hunt' | 'drift', { readonly id: string }>
  | Named<'who' | 'nhi', { readonly search: string }>
  | Named<'decide', { readonly email: string }>
  | Named<'integration', { readonly type: string }>
  | Named<
      'mute',
      {
        readonly field: Mutable;
        readonly value: string;
        readonly critical: boolean;
        readonly forMs: number;
        /** Null: only what it would have hidden. */
        readonly reason: string | null;
      }
    >
  | Named<'mutes', { readonly id: string | null }>
  | Named<'proposals', { readonly id: string | null; readonly choice: 'mute' | 'no' | null }>
  | Named<'unmute', { readonly id: string }>
  | Named<
      'cases',
      {
        readonly state?: CaseState;
        readonly threatType?: (typeof THREAT_TYPES)[number];
        readonly email?: string;
      }
    >
  | Named<
      'threats',
      {
        readonly email?: string;
        readonly tuid?: string;
        readonly category?: string;
        readonly source?: string;
      }
    >;

export type CommandOf<Name extends Command['is']> = Extract<Command, { readonly is: Name }>;
