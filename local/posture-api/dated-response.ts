import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { Clock } from './clock.ts';

/**
 * Dates answers by the server's own clock instead of the machine's. The date is set when the head is written, not when
 * the request arrives, so that a delayed answer is not dated too early.
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
