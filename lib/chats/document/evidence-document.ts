import { type Evidence, type ShownId, UNTITLED_EVENT } from '../../case/evidence.ts';
import type { KnownPersona } from '../../case/persona-note.ts';
import { severityLabel } from '../../posture/severity.ts';
import { personaGroups } from './command-answer-document.ts';
import { type Cell, type Group, group, type Item } from './document.ts';
import { FOLDED_EVENTS } from './how-many-shown.ts';
import { ROOM } from './message-limits.ts';
import { idPart } from './spans.ts';
import { MARKED_SAFE, moreInPlatform, NO_EVIDENCE } from './texts.ts';

/** All evidence that is shown beside a case which is over, and who it is about; the thread has what came later. */
export const allEvidence = (
  events: readonly Evidence[],
  persona: KnownPersona | undefined,
): readonly Group[] => [
  group(
    ...(events.length === 0 ? [{ is: 'remark', words: NO_EVIDENCE, gap: 'none' } as const] : []),
    { is: 'items', items: events.slice(0, FOLDED_EVENTS).map(eventItem) },
    ...(events.length > FOLDED_EVENTS
      ? [{ is: 'remark', words: moreInPlatform(events.length - FOLDED_EVENTS), gap: 'small' } as const]
      : []),
  ),
  ...(persona ? personaGroups(persona) : []),
];

/**
 * `Mass download from SharePoint, 4,812 files  ·  High  ·  CloudAppEvents  ·  today 09:12`; below it of what kind it is, and
 * what the platform says of it.
 */
export const eventItem = (event: Evidence): Item => {
  const { kinds = '', signal = null, summary = null } = event;
  return {
    ...shortEventItem(event),
    details: [
      [
        [{ said: kinds, room: 2 * ROOM.category, style: 'subtle' }],
        [{ said: signal, room: ROOM.signal, style: 'subtle' }],
      ],
      [[{ said: summary, room: ROOM.eventSummary }]],
    ],
  };
};

/** On one line, where there are many. */
export const shortEventItem = ({ title, severity, source, atMs, flagged, safe, id }: Evidence): Item => ({
  isFlagged: flagged,
  // A case in the list of a digest.
  ...(id?.what === 'case' && { cells: caseCells({ title, severity, atMs, id }) }),
  parts: [
    [{ said: title, room: ROOM.eventTitle, or: UNTITLED_EVENT, link: id?.link }],
    severity === null ? [] : [severityLabel(severity)],
    [{ said: source, room: ROOM.source, style: 'italic' }],
    [{ atMs }],
    safe ? [MARKED_SAFE] : [],
    id === undefined ? [] : idPart(id),
  ],
});

/** The cells of `CASE_COLUMNS`. */
const caseCells = ({
  title,
  severity,
  atMs,
  id: { id, domain, link },
}: Pick<Evidence, 'title' | 'severity' | 'atMs'> & { readonly id: ShownId }): readonly Cell[] => [
  [{ said: title, room: ROOM.eventTitle, or: UNTITLED_EVENT, link }],
  severity === null ? [] : [severityLabel(severity)],
  [{ atMs }],
  [{ said: id, room: ROOM.id, style: 'code', or: '?' }],
  domain === '' ? [] : [domain],
];
export const CASE_COLUMNS = ['Case', 'Severity', 'Opened', 'Id', 'Domain'] as const;
