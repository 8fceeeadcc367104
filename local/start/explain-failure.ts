import { ConfigFileError } from '../../lib/config/file/config-file-error.ts';
import { TemplateError } from '../cloud/template-error.ts';
import { DamagedFileError } from '../stand-in-kit/damaged-file.ts';
import { StartError } from './start-error.ts';

/** Why the bridge could not start, for people. */
export function explainFailure(error: unknown, dataDir: string | undefined): string {
  if (error instanceof ConfigFileError || error instanceof StartError) return error.message;
  if (error instanceof DamagedFileError) return `The bridge could not start: ${error.message}`;
  if (error instanceof TemplateError) return `The local cloud cannot run this stack: ${error.message}`;
  const { code, port, syscall, path, message, stack } = detailsOf(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} on 127.0.0.1 is in use already. Choose another with --port.`;
  if (code === 'EACCES' && syscall === 'listen') {
    return `Port ${port} may not be opened by this user: those below 1024 are for the system. Choose one above with --port, as in npm start -- --port 4000.`;
  }
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    return `A package is missing (${message.split('\n')[0]}). Run npm ci and try again.`;
  }
  if (message.startsWith('another local cloud is using')) {
    return `The folder ${dataDir} is in use by another bridge. Stop it, or choose another with --data.`;
  }
  if (dataDir !== undefined && path?.startsWith(dataDir)) {
    return `The folder ${dataDir} cannot be used: ${REASONS[code ?? ''] ?? message}.`;
  }
  return `The bridge could not start, and this is not foreseen: ${stack ?? message}`;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write to it',
  EEXIST: 'it is a file',
  EPERM: 'it belongs to another user',
  ENOTDIR: 'a part of its path is a file',
  EROFS: 'it is on a disk that cannot be written to',
};

interface Details {
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly port?: number;
  readonly syscall?: string;
  readonly path?: string;
}

const detailsOf = (error: unknown): Details =>
  error instanceof Error ? (error as Details) : { message: String(error) };
