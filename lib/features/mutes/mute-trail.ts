import { formatDuration } from '../../config/schema/duration.ts';
import type { AuditEntry } from '../../verdict/answer-ledger.ts';
import type { Mute, WaitingMute } from './mute.ts';
import { mutedWhom } from './mute-notices.ts';

type Step = Pick<AuditEntry, 'n' | 'atMs' | 'what' | 'by' | 'comment' | 'answer'>;

/**
 * What people did about a mute, under its name. It names whom it is about: what was hidden from everybody has to be
 * known for as long as the trail is kept.
 */
const entryOf = (domain: string, { id }: Mute, step: Step): AuditEntry => ({
  ...{ domain, caseId: `mute-${id}`, id: `mute:${id}`, outcome: null, place: null },
  ...step,
});

const lasting = (mute: Mute): string =>
  `${mutedWhom(mute)} for ${formatDuration(mute.untilMs - mute.atMs)}${mute.critical ? ', including critical cases' : ''}`;

/** One person muted it, or a second one approved it. */
export const begunEntry = (domain: string, mute: Mute): AuditEntry =>
  mute.approvedBy
    ? entryOf(domain, mute, {
        ...{ n: 2, atMs: mute.atMs, what: 'muted', by: mute.approvedBy, comment: null },
        answer: `${lasting(mute)}: approved, as ${mute.by.name} asked`,
      })
    : entryOf(domain, mute, {
        ...{ n: 1, atMs: mute.atMs, what: 'muted', by: mute.by, comment: mute.reason },
        answer: lasting(mute),
      });

export const askedEntry = (domain: string, mute: WaitingMute): AuditEntry =>
  entryOf(domain, mute, {
    ...{ n: 1, atMs: mute.atMs, what: 'muted', by: mute.by, comment: mute.reason },
    answer: `${lasting(mute)}: hides nothing until a second person approves it, because ${mute.needs}`,
  });

/** Nobody ended a mute that ran out. */
export const endedEntry = (domain: string, mute: Mute | WaitingMute): AuditEntry | null =>
  mute.ended
    ? entryOf(domain, mute, {
        ...{ n: 3, atMs: mute.ended.atMs, what: 'unmuted', by: mute.ended.by, comment: null },
        answer: 'needs' in mute ? `${mutedWhom(mute)}: not approved` : mutedWhom(mute),
      })
    : null;
