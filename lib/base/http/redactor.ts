/** A server may repeat our key in its answer ("unknown key abc"); our messages must not. */
export function redactor(apiKey: string): (text: string) => string {
  const forms = new Set([apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)]);
  return (text) => [...forms].reduce((clean, form) => clean.replaceAll(form, '[key]'), text);
}
