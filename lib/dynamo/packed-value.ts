import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { AwsError } from '../base/aws/aws-error.ts';
import { UnreadableError } from '../base/read-versioned.ts';
import { type Row, readJson, text } from './row-values.ts';

/** Where a packed value is. Another dictionary needs another name: a version that does not know it leaves the row alone. */
export const PACKED_ATTRIBUTE = 'packed1';
/** More than any row holds once it is unpacked. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

const EVENT =
  '"kind":"threat","event_id":"","severity":"critical","severity":"low","severity":"medium","severity":"high","category":["data_movement","credential_access","privilege_escalation","persistence","collection","exfiltration"],"subcategory":["external_sharing","impossible_travel","mass_download"],"signal_type":"anomaly","signal_type":"policy","signal_type":"behavioral","source":"signin_logs","source":"audit_logs","source":"email_events","source":"cloud_app_events","title":"","summary":"","user_name":"","user_email":"@example.com","platform_event_id":"evt-2026","flagged":false,"safe":false,"flagged":true,"safe":false,"created_at":"2026-';

/**
 * Texts that rows often contain: the compression refers to them instead of repeating them. The dictionary must never change
 * after a release, or packed rows could not be unpacked. References to its end are shortest, so it ends with what most rows
 * of cases contain, in that order.
 */
const DICTIONARY = Buffer.from(
  [
    ' the user outside of the organization downloaded files shared with a personal mailbox messages were sent to an address account session device sign-in from application minutes days ',
    '"refusals":{"count":1,"sinceMs":17},"forgotten":"names","forgotten":"item","coveredElsewhere":true,"coveredElsewhere":false,"broadcast":true,"parked":"',
    '"content":{"kind":"notice","notice":{"code":"","title":"","text":"","at":"2026-',
    '"content":{"kind":"digest","counts":{"of":"backlog","of":"storm","sinceMs":17,"total":1,"cases":0,"bySeverity":{"unknown":1},"byType":{"threat":1},"byPerson":{"nobody named":1},"alone":0,"waiting":{"total":0,"cases":0,"bySeverity":{}}}}',
    '"content":{"kind":"threat","item":{"event_id":"","kind":"threat","tuid":"","category":["","subcategory":["","title":"","summary":"","source":"","source_table":"SigninLogs","source_table":"EmailEvents","source_table":"CloudAppEvents","source_event_ids":["","user_name":"","user_email":"@example.com","created_at":"2026-',
    '"content":{"kind":"case","item":{"case_id":"","user_email":"","user_name":"","threat_type":"sabotage","threat_type":"financial_fraud","threat_type":"policy_violation","threat_type":"privilege_escalation","threat_type":"account_compromise","threat_type":"insider_threat","threat_type":"data_exfiltration","threat_brief":"","created_at":"2026-","updated_at":"2026-","closed_at":null,"events":[{',
    EVENT,
    '.000Z"}],"trimmed":[],"eventsLeftOut":0},',
    '"thread":{"channel":"C0","ts":"17"},"main":{"ref":{"conversation":"19:","activity":"17"},"hash":"unknown","postedAtMs":17,"changedAtMs":17,"sealed":true},"notes":{"evidence":{"channel":"C0","ts":"17"},"decision:":{"channel":"C0","ts":"17"}},"begun":{"note":"evidence","begun":{"note":"main","hash":"","sinceMs":17,"sealed":true},"memory":{"seen":["","told":[""]},',
    '{"v":1,"key":{"domain":"","feed":"digests","feed":"notices","feed":"threats","id":"","feed":"cases","id":"","destination":""},"broadcast":false,"thread":null,"main":{"ref":{"channel":"C0","ts":"17"},"hash":"","postedAtMs":17,"sealed":true},"main":null,"notes":{},"memory":null,"begun":null,"parked":null,"handedOverAtMs":17,"settled":false,"settled":true}',
    '"severity":"low","category":["policy_violation"],"signal_type":"endpoint","source":"SecurityEvent","signal_type":"identity","source":"AuditLogs","signal_type":"email","source":"EmailEvents","signal_type":"behavioral","source":"OfficeActivity","source":"SigninLogs","source":"CloudAppEvents",',
    '"title":"","platform_event_id":"evt-","flagged":false,"safe":true,"created_at":"2026-',
    '.000Z"}]},"trimmed":[],"eventsLeftOut":0}}{"facts":{"past":"90+|"}}',
    '{"key":{"domain":"","destination":"","feed":"cases","id":"},"content":{"kind":"case","item":{"case_id":"","user_email":"","user_name":"","threat_type":"","threat_brief":"',
    '{"begun":{"note":"main","hash":"","sinceMs":17,"calls":true},"called":["main"],"thread":{"channel":"C0","ts":"17"},"main":{"ref":{"channel":"C0","ts":"17"},"hash":"","postedAtMs":17,"changedAtMs":17},"main":{"ref":{"channel":"C0","ts":"17"},"hash":"","clicks":1},"notes":{"evidence:1":{"channel":"C0","ts":"17"},"decision::recorded":{"channel":"C0","ts":"17"},"events::1":{"channel":"C0","ts":"17"}},"memory":{"seen":["","told":[]},"knewChange":1,"knewRank":1}"],"told":[""]},"called":["main"],"knewRank":2}',
  ].join(''),
);

/** The value as few bytes. */
export const pack = (value: object): Uint8Array =>
  deflateRawSync(JSON.stringify(value), { level: 9, dictionary: DICTIONARY });

/** Throws a UnreadableError for what cannot be read. Without the SDK, bytes come as they are sent. */
export function unpack(packed: Uint8Array | string): object {
  const bytes = typeof packed === 'string' ? Buffer.from(packed, 'base64') : packed;
  try {
    const unpacked = inflateRawSync(bytes, { dictionary: DICTIONARY, maxOutputLength: MAX_UNPACKED_BYTES });
    return JSON.parse(unpacked.toString('utf8'));
  } catch {
    throw new UnreadableError('a row of the table cannot be unpacked');
  }
}

/**
 * A packed value, with its format in plain text beside it: a version that cannot unpack it reads there that a newer version
 * wrote the row.
 */
export function packedValue(
  value: { readonly v: number },
  maxBytes: number,
  what: string,
): { value: AttributeValue; packed: AttributeValue } {
  const packed = pack(value);
  if (packed.length > maxBytes) {
    throw new AwsError(
      'too_large',
      `${what} takes ${packed.length} bytes, and a row holds at most ${maxBytes} of it`,
    );
  }
  return { value: text(JSON.stringify({ v: value.v })), packed: { B: packed } };
}

/** In an update: sets what is packed. */
export const setPacked = `#${PACKED_ATTRIBUTE} = :packed`;
/** For an update: removes a packed value that no longer counts, because readers prefer it to the plain one. */
export const removePacked = `#${PACKED_ATTRIBUTE}`;

/** What a row says in `value`, or under another name, packed or not. Throws a UnreadableError for what cannot be read. */
export function readValue(row: Row, name = 'value'): unknown {
  const packed = row[PACKED_ATTRIBUTE]?.B as Uint8Array | string | undefined;
  return packed === undefined ? readJson(row, name) : unpack(packed);
}
