import type { Person } from '../case/answer.ts';
import type { AnswerPart } from '../case/answer-part.ts';
import type { Sentence } from '../case/sentence.ts';
import { dotted, heading, lines, said } from '../chats/shared/answer-words.ts';
import type { CommandAnswer, CommandPage } from '../chats/shared/command-answer.ts';
import { plainAnswer } from '../chats/shared/command-answer.ts';
import type { Log } from '../platform/log.ts';
import { PostureError } from '../posture/errors.ts';
import { answerCase } from './answers/answer-case.ts';
import { answerDecide } from './answers/answer-decide.ts';
import { answerDrift, answerIntegration } from './answers/answer-details.ts';
import { answerHunt } from './answers/answer-hunt.ts';
import { listCases, listThreats } from './answers/answer-lists.ts';
import { answerMine } from './answers/answer-mine.ts';
import { answerMute, answerMutes, answerUnmute } from './answers/answer-mutes.ts';
import { answerNhi } from './answers/answer-nhi.ts';
import { answerProposals } from './answers/answer-proposals.ts';
import { answerStatus } from './answers/answer-status.ts';
import { answerWho } from './answers/answer-who.ts';
import type { Command, CommandOf } from './desk/command.ts';
import type { AskedDomain, CommandLedger, DomainAnswer, DomainDesk } from './desk/domain-desk.ts';
import { explainError } from './desk/explain-error.ts';
import { helpAnswer } from './help-answer.ts';
import { parseCommand } from './parse-command.ts';

export interface RunParts
  extends Pick<DomainDesk, 'rules' | 'pseudonymOf' | 'people' | 'policy' | 'mutes' | 'routes' | 'isIn'> {
  readonly ledger: CommandLedger;
  /** The platform of a domain; null for a domain that is not configured here. */
  readonly clientOf: (domain: string) => Promise<DomainDesk['client'] | null>;
  /** All domains of the configuration. */
  readonly domainNames: readonly string[];
  /** Hears of every error of a platform. */
  readonly onError: (domain: string, error: unknown) => void;
  readonly log: Log;
}

export interface ToRun extends Pick<DomainDesk, 'by' | 'call' | 'nowMs' | 'text' | 'askId'> {
  /** Those that the person may ask about. */
  readonly domains: readonly AskedDomain[];
  readonly page: Omit<CommandPage, 'text'> | null;
}

/** So many domains are asked at once. Who may ask about more names one. */
export const MOST_DOMAINS = 5;

/** Answers a command. Never throws because of what a platform answers. */
export function createRunCommand(parts: RunParts) {
  async function answerFor(
    command: PlatformCommand,
    domain: AskedDomain,
    asked: ToRun,
  ): Promise<DomainAnswer> {
    const explain = (error: unknown): Sentence => {
      parts.onError(domain.name, error);
      // Not its own words: they name what was asked for.
      const why = error instanceof PostureError ? error.code : String(error);
      parts.log('command in trouble', { command: command.is, domain: domain.name, error: why });
      return explainError(error);
    };
    try {
      const client = await parts.clientOf(domain.name);
      if (!client) return failed(['The bridge is not configured for this domain yet.']);
      const { by, call, nowMs, text, askId, page } = asked;
      const asking = { by, call, nowMs, text, askId, after: page?.after ?? null };
      return await ANSWERS[command.is]({ ...parts, ...domain, ...asking, client, explain }, command as never);
    } catch (error) {
      return failed(explain(error));
    }
  }

  const statusFor = ({ domains }: ToRun): Promise<CommandAnswer> =>
    answerStatus(parts.ledger, domains, parts.domainNames).catch((error: unknown) => {
      parts.log('command in trouble', { command: 'status', error: String(error) });
      return plainAnswer(...explainError(error));
    });

  return async function run(asked: ToRun): Promise<CommandAnswer> {
    const parsed = parseCommand(
      asked.text,
      asked.domains.map(({ name }) => name),
    );
    if (parsed.is === 'mistake') return plainAnswer(...parsed.words);
    const { command } = parsed;
    if (command.is === 'help') return helpAnswer(asked.domains);
    if (command.is === 'status') return statusFor(asked);
    const named = asked.page?.domain ?? parsed.domain;
    const domains = asked.domains.filter(({ name }) => named === null || name === named);
    if (domains.length === 0) return plainAnswer('You may not ask about this domain any more.');
    if (domains.length > (changesSomething(command) ? 1 : MOST_DOMAINS)) return nameOne(asked);
    const answers = await Promise.all(
      domains.map(async (domain) => ({ domain, answer: await answerFor(command, domain, asked) })),
    );
    return joined(titleOf(command), answers, asked.by);
  };
}

/** What changes something, changes it in one domain. */
const changesSomething = (command: Command): boolean =>
  command.is === 'mute' || command.is === 'unmute' || (command.is === 'proposals' && command.choice !== null);

type PlatformCommand = Exclude<Command, CommandOf<'help' | 'status'>>;

const ANSWERS: {
  readonly [Name in PlatformCommand['is']]: (
    desk: DomainDesk,
    command: CommandOf<Name>,
  ) => Promise<DomainAnswer>;
} = {
  case: (desk, { id }) => answerCase(desk, id),
  hunt: (desk, { id }) => answerHunt(desk, id),
  drift: (desk, { id }) => answerDrift(desk, id),
  cases: listCases,
  threats: listThreats,
  who: (desk, { search }) => answerWho(desk, search),
  nhi: (desk, { search }) => answerNhi(desk, search),
  integration: (desk, { type }) => answerIntegration(desk, type),
  decide: answerDecide,
  mine: (desk) => answerMine(desk),
  mute: answerMute,
  mutes: answerMutes,
  unmute: answerUnmute,
  proposals: answerProposals,
};

/** Told even beside domains that have something: it may be where the answer is. */
const failed = (words: Sentence): DomainAnswer => ({ found: true, parts: lines(words) });

interface Answered {
  readonly domain: AskedDomain;
  readonly answer: DomainAnswer;
}

function joined(title: Sentence, answers: readonly Answered[], by: Person): CommandAnswer {
  const found = answers.filter(({ answer }) => answer.found);
  const told = found.length > 0 ? found : answers.slice(0, 1);
  const named = answers.length > 1 && found.length > 0;
  const several = told.flatMap(({ answer }) => answer.several ?? []);
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
    ...(several.length > 0 && { several: { cases: several, onlyFor: by } }),
  };
}

function titleOf(command: PlatformCommand): Sentence {
  switch (command.is) {
    case 'cases': {
      const { state, threatType, email } = command;
      return ['Cases', ...behind(dotted(said(state), said(threatType), said(email)))];
    }
    case 'threats': {
      const { email, tuid, category, source } = command;
      return ['Threats', ...behind(dotted(said(category), said(source), said(email), said(tuid)))];
    }
    case 'decide':
      return ['Cases to decide: ', ...said(command.email)];
    case 'mine':
      return ['Your cases of the last 7 days'];
    case 'mute':
      return ['Mute'];
    case 'mutes':
      return ['What is muted'];
    case 'proposals':
      return ['Proposed mutes'];
    case 'unmute':
      return ['End of a mute'];
    case 'who':
    case 'nhi':
      return [TITLES[command.is], ' ', ...said(command.search)];
    case 'integration':
      return [TITLES.integration, ' ', ...said(command.type)];
    default:
      return [TITLES[command.is], ' ', ...said(command.id)];
  }
}

const TITLES = {
  case: 'Case',
  hunt: 'In the logs:',
  drift: 'Drift',
  who: 'Who is',
  nhi: 'Service identity',
  integration: 'Connector',
} as const;

const behind = (words: Sentence): Sentence => (words.length === 0 ? [] : [': ', ...words]);

function nameOne({ domains, text }: ToRun): CommandAnswer {
  const [first] = domains;
  return {
    title: [
      `You may ask about ${domains.length} domains. Name one, as in: `,
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
