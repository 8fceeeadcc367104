import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { Clock } from './clock.ts';

/**
 * Answers dated by the server's own clock instead of the machine's. Set when the head is written and not
 * when the request comes, so that a delayed answer is not dated too early.
 */
export const createDatedResponse = (clock: Clock): typeof ServerResponse =>
  class<Incoming extends IncomingMessage = IncomingMessage> extends ServerResponse<Incoming> {
    override writeHead(
      status: number,
      message?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): this {
      if (!this.headersSent) this.setHeader('Date', new Date(clock.now()).toUTCString());
      return typeof message === 'string'
        ? super.writeHead(status, message, headers)
        : super.writeHead(status, message ?? headers);
    }
  };
