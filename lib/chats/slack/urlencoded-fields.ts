import { BrokenBodyError } from '../../base/http/json-body.ts';

/**
 * The fields of a form. Not URLSearchParams: it takes broken percent-encoding for something else, and of a field
 * given twice it shows the first while others show the last.
 */
export function readFormFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    const field = decodeField(name);
    if (fields.has(field)) throw new BrokenBodyError('a field of the form is given twice');
    fields.set(field, decodeField(rest.join('=')));
  }
  return fields;
}

function decodeField(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BrokenBodyError('the form is not percent-encoded UTF-8');
  }
}
