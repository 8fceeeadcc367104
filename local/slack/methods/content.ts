import { type Fields, isFields, walk } from '../../stand-in-kit/fields.ts';
import { type Checked, checkMessageBlocks } from '../blocks/check-blocks.ts';
import { nameBlocks } from '../blocks/elements-of.ts';
import { type ParseMode, topLevelRules } from '../reading/read-text.ts';
import type { Service } from '../service.ts';
import { SlackError } from '../slack-error.ts';
import type { Content, Metadata } from '../state/messages.ts';
import { type Args, readBlocks, readBoolean, readObject, readOptionalString } from './arguments.ts';

export const LONGEST_POST = 40_000;
/** Slack documents a shorter one for updates. */
export const LONGEST_UPDATE = 4_000;
const LARGEST_METADATA_BYTES = 16_000;

const readParse = (args: Args, otherwise: ParseMode): ParseMode => {
  const mode = readOptionalString(args, 'parse') ?? otherwise;
  if (mode === 'none' || mode === 'full' || mode === 'client') return mode;
  throw new SlackError('invalid_arguments', { messages: ['[ERROR] unknown value [json-pointer:/parse]'] });
};

/** Undefined: not given. Null: an empty object, which removes it. */
export const readMetadata = (args: Args): Metadata | null | undefined => {
  const metadata = readObject(args, 'metadata', 'invalid_metadata_format');
  if (metadata === undefined) return undefined;
  const { event_type: type, event_payload: payload, ...rest } = metadata;
  if (Object.keys(metadata).length === 0) return null;
  if (typeof type !== 'string' || type === '' || !isFields(payload) || Object.keys(rest).length > 0)
    throw new SlackError('invalid_metadata_format');
  if (Buffer.byteLength(JSON.stringify(metadata)) > LARGEST_METADATA_BYTES)
    throw new SlackError('metadata_too_large');
  return { event_type: type, event_payload: payload };
};

/** What Slack refuses because of what there is in this workspace. */
const unknownHere = ({ directory, settings }: Service, blocks: readonly Fields[]): string[] =>
  [...walk(blocks)].flatMap(([fields, at]) => {
    const { type, usergroup_id: group } = fields;
    if (type === 'usergroup' && !directory.groups.has(String(group)))
      return [`[ERROR] usergroup [${group}] could not be found [json-pointer:/blocks${at}/usergroup_id]`];
    if (type === 'data_table' && !settings.dataTables)
      return [`[ERROR] unsupported type: data_table [json-pointer:/blocks${at}]`];
    return [];
  });

const checkAll = (service: Service, blocks: readonly unknown[]): Checked<Fields[]> => {
  const checked = checkMessageBlocks(blocks);
  const messages = checked.ok ? unknownHere(service, checked.value) : [];
  return messages.length > 0 ? { ok: false, error: 'invalid_blocks', messages } : checked;
};

export const checkedBlocks = (service: Service, blocks: readonly unknown[]): Fields[] => {
  const checked = checkAll(service, blocks);
  if (!checked.ok)
    throw new SlackError(checked.error, {
      messages: checked.messages,
      // Slack says it twice: here without the prefix.
      ...(checked.messages.length === 0
        ? {}
        : { extra: { errors: checked.messages.map((line) => line.replace('[ERROR] ', '')) } }),
    });
  return nameBlocks(checked.value, service.ids.short);
};

/** Text and blocks of a post, an update or an answer to a response_url. */
export const readContent = (
  service: Service,
  args: Args,
  limits: { readonly longestText: number; readonly parse: ParseMode },
): { readonly content: Content; readonly gaveText: boolean; readonly gaveBlocks: boolean } => {
  if (args.attachments !== undefined)
    throw new SlackError('invalid_arguments', {
      messages: ['[ERROR] this stand-in has no attachments [json-pointer:/attachments]'],
    });
  const text = readOptionalString(args, 'text');
  const blocks = readBlocks(args);
  if (text !== undefined && text.length > limits.longestText) throw new SlackError('msg_too_long');
  const named = blocks === undefined ? [] : checkedBlocks(service, blocks);
  const metadata = readMetadata(args);
  const content = {
    text: text ?? '',
    rules: topLevelRules(
      readParse(args, limits.parse),
      readBoolean(args, 'link_names', false),
      readBoolean(args, 'mrkdwn', true),
    ),
    blocks: named,
    ...(metadata === undefined || metadata === null ? {} : { metadata }),
  };
  return { content, gaveText: text !== undefined, gaveBlocks: blocks !== undefined };
};

/** A new message: it has to say something. */
export const readNewContent = (service: Service, args: Args): Content => {
  const { content } = readContent(service, args, { longestText: LONGEST_POST, parse: 'none' });
  if (content.text === '' && content.blocks.length === 0) throw new SlackError('no_text');
  return content;
};
