import type { SlackBlock, SlackMessage } from './message.ts';

type Answered = { readonly is: string; readonly code?: string };

/** A `response_url` says only that the request was bad. */
const ABOUT_BLOCKS = /^(?:invalid_blocks|invalid_arguments|invalid_payload|http_400)/;

/**
 * Sends messages with tables, and without them where Slack refuses tables: it brings them to one workspace after the other.
 * A refused message was certainly not taken, so nothing is sent twice. The refusal is remembered for as long as this lives.
 */
export function createTableFallback() {
  let takesTables = true;

  return async function send<Answer extends Answered>(
    { blocks, plain }: Pick<SlackMessage, 'plain'> & { readonly blocks?: readonly SlackBlock[] | undefined },
    call: (blocks: readonly SlackBlock[] | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    if (!plain || !takesTables) return call(plain ?? blocks);
    const answer = await call(blocks);
    if (answer.is !== 'refused' || !ABOUT_BLOCKS.test(answer.code ?? '')) return answer;
    const second = await call(plain);
    // If it is refused without tables as well, the tables were not the reason.
    if (second.is === 'ok') takesTables = false;
    return second;
  };
}
