import type { Log } from '../../base/log.ts';
import type { Person } from '../../case/answer.ts';
import type { AnswerPart } from '../../case/answer-part.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { CommandAnswer, CommandPage } from '../../chats/document/command-answer.ts';
import { plainAnswer } from '../../chats/document/command-answer.ts';
import { PostureError, RejectedError } from '../../posture/posture-errors.ts';
import { heading, lines, said } from '../entry-points/command/answer-words.ts';
import type {
  AskedDomain,
  CommandContext,
  CommandLedger,
  DomainAnswer,
} from '../entry-points/command/command-context.ts';
import type { BridgeCommand, Commands, DomainCommand } from '../entry-points/commands-facet.ts';
import type { WordsFacet } from '../entry-points/words-facet.ts';
import { explainError } from './explain-error.ts';
import { helpAnswer } from './help-answer.ts';
import { parseCommand } from './parse-command.ts';

export interface RunParts
  extends Pick<CommandContext, 'rules' | 'pseudonymOf' | 'people' | 'policy' | 'isIn'> {
  readonly ledger: CommandLedger;
  /** How commands are read, and answered. */
  readonly words: WordsFacet;
  readonly commands: Commands;
  /** The platform of a domain; null for a domain that is not configured here. */
  readonly clientOf: (domain: string) => Promise<CommandContext['client'] | null>;
  /** Called with every error of a platform. */
  readonly onError: (domain: string, error: unknown) => void;
  readonly log: Log;
}

export interface ToRun extends Pick<CommandContext, 'by' | 'call' | 'nowMs' | 'text' | 'askId'> {
  /** Those that the person may ask about. */
  readonly domains: readonly AskedDomain[];
  readonly page: Omit<CommandPage, 'text'> | null;
}

/** How many domains are asked at once. People who may ask about more name one. */
export const MOST_DOMAINS = 5;

/** Answers a command. Never throws because of what a platform answers. */
export function createRunCommand(parts: RunParts) {
  async function answerFor(
    { name, takes }: Parsed,
    command: DomainCommand,
    domain: AskedDomain,
    asked: ToRun,
  ): Promise<DomainAnswer> {
    const explain = (error: unknown): Sentence => {
      parts.onError(domain.name, error);
      // Without the error's own words, which name what was asked for.
      const status = error instanceof RejectedError ? ` ${error.status}` : '';
      const why = error instanceof PostureError ? `${error.code}${status}` : String(error);
      parts.log('command in trouble', { command: name, domain: domain.name, error: why });
      return explainError(error);
    };
    try {
      const client = await parts.clientOf(domain.name);
      if (!client) return failed(['The bridge is not configured for this domain yet.']);
      const { by, call, nowMs, text, askId, page } = asked;
      const asking = { by, call, nowMs, text, askId, after: page?.after ?? null };
      return await command.answer({ ...parts, ...domain, ...asking, client, explain }, takes);
    } catch (error) {
      return failed(explain(error));
    }
  }

  const answerOnce = ({ name }: Parsed, command: BridgeCommand, { domains }: ToRun): Promise<CommandAnswer> =>
    command.answerOnce(domains).catch((error: unknown) => {
      parts.log('command in trouble', { command: name, error: String(error) });
      return plainAnswer(...explainError(error));
    });

  return async function run(asked: ToRun): Promise<CommandAnswer> {
    const parsed = parseCommand(
      asked.text,
      asked.domains.map(({ name }) => name),
      parts.words,
    );
    if (parsed.is === 'mistake') return plainAnswer(...parsed.words);
    const command = parts.commands[parsed.name];
    if (!command) return helpAnswer(asked.domains, parts.words);
    if ('answerOnce' in command) return answerOnce(parsed, command, asked);
    const named = asked.page?.domain ?? parsed.domain;
    const domains = asked.domains.filter(({ name }) => named === null || name === named);
    if (domains.length === 0) return plainAnswer('You can no longer ask about this domain.');
    if (domains.length > (command.changes?.(parsed.takes) ? 1 : MOST_DOMAINS)) return nameOne(asked);
    const answers = await Promise.all(
      domains.map(async (domain) => ({ domain, answer: await answerFor(parsed, command, domain, asked) })),
    );
    return joined(command.title(parsed.takes), answers, asked.by);
  };
}

type Parsed = Extract<ReturnType<typeof parseCommand>, { readonly is: 'command' }>;

/** Shown even if other domains have something: the answer may be there. */
const failed = (words: Sentence): DomainAnswer => ({ found: true, parts: lines(words) });

interface Answered {
  readonly domain: AskedDomain;
  readonly answer: DomainAnswer;
}

function joined(title: Sentence, answers: readonly Answered[], by: Person): CommandAnswer {
  const found = answers.filter(({ answer }) => answer.found);
  const told = found.length > 0 ? found : answers.slice(0, 1);
  const named = answers.length > 1 && found.length > 0;
  const bulk = told.flatMap(({ answer }) => answer.bulk ?? []);
  return {
    title,
    parts: told.flatMap(({ domain, answer }): readonly AnswerPart[] => [
      ...(named ? [heading(domain.name)] : []),
      ...answer.parts,
    ]),
    more: told.flatMap(({ domain, answer }) =>
      (answer.more ?? []).map(({ label, page }) => ({
        label: named ? `${label} of ${domain.name}` : label,
        page,
      })),
    ),
    ...(bulk.length > 0 && { bulk: { cases: bulk, onlyFor: by } }),
  };
}

function nameOne({ domains, text }: ToRun): CommandAnswer {
  const [first] = domains;
  return {
    title: [
      `You can ask about ${domains.length} domains. Name one, for example: `,
      ...said(text),
      ` in ${first?.name}`,
    ],
    parts: [
      {
        is: 'lines',
        lines: [
          [
            domains
              .slice(0, 100)
              .map(({ name }) => name)
              .join(', '),
          ],
        ],
      },
    ],
    more: [],
  };
}
