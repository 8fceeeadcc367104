import { caseDocument } from '../../lib/chats/document/case-document.ts';
import { writeFitting } from '../../lib/chats/document/chat-writer.ts';
import { personaWays } from '../../lib/chats/document/command-answer-document.ts';
import { digestDocument } from '../../lib/chats/document/digest-document.ts';
import { noticeDocument } from '../../lib/chats/document/notice-document.ts';
import { conflictDocument, problemDocument } from '../../lib/chats/document/private-document.ts';
import { threadDocuments } from '../../lib/chats/document/thread-documents.ts';
import { threatDocument, threatsWays } from '../../lib/chats/document/threat-documents.ts';
import { paging, SLACK } from '../../lib/chats/slack/renderer.ts';

type First<Build extends (...args: never[]) => unknown> = Parameters<Build>[0];

/** Each kind of message, as Slack writes it. */
export const renderCase = (story: First<typeof caseDocument>) => SLACK.write(caseDocument(story, 'slack'));
export const renderThreat = (story: First<typeof threatDocument>) => SLACK.write(threatDocument(story));
export const renderThreats = (story: First<typeof threatsWays>) => writeFitting(SLACK, threatsWays(story));
export const renderNotice = (notice: First<typeof noticeDocument>) => SLACK.write(noticeDocument(notice));
export const renderDigest = (story: First<typeof digestDocument>) => SLACK.write(digestDocument(story));
export const renderPersona = (...note: Parameters<typeof personaWays>) =>
  writeFitting(SLACK, personaWays(...note));
export const renderConflict = (...about: Parameters<typeof conflictDocument>) =>
  SLACK.write(conflictDocument(...about));
export const renderProblem = (reason: First<typeof problemDocument>) => SLACK.write(problemDocument(reason));
export const renderThread = (plan: First<typeof threadDocuments>) =>
  threadDocuments(plan, paging).map(({ key, message }) => ({ key, message: SLACK.write(message) }));
