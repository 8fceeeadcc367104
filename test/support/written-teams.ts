import { caseDocument } from '../../lib/chats/document/case-document.ts';
import { writeFitting } from '../../lib/chats/document/chat-writer.ts';
import { personaWays } from '../../lib/chats/document/command-answer-document.ts';
import { digestDocument } from '../../lib/chats/document/digest-document.ts';
import { noticeDocument } from '../../lib/chats/document/notice-document.ts';
import { threadDocuments } from '../../lib/chats/document/thread-documents.ts';
import { threatDocument, threatsWays } from '../../lib/chats/document/threat-documents.ts';
import { paging, writerFor } from '../../lib/chats/teams/renderer.ts';

const TEAMS = writerFor();

type First<Build extends (...args: never[]) => unknown> = Parameters<Build>[0];

/** Each kind of message, as Teams writes it. */
export const renderCase = (story: First<typeof caseDocument>) => TEAMS.write(caseDocument(story, 'teams'));
export const renderThreat = (story: First<typeof threatDocument>) => TEAMS.write(threatDocument(story));
export const renderThreats = (story: First<typeof threatsWays>) => writeFitting(TEAMS, threatsWays(story));
export const renderNotice = (notice: First<typeof noticeDocument>) => TEAMS.write(noticeDocument(notice));
export const renderDigest = (story: First<typeof digestDocument>) => TEAMS.write(digestDocument(story));
export const renderPersona = (...note: Parameters<typeof personaWays>) =>
  writeFitting(TEAMS, personaWays(...note));
export const renderThread = (plan: First<typeof threadDocuments>) =>
  threadDocuments(plan, paging).map(({ key, message }) => ({ key, message: TEAMS.write(message) }));
