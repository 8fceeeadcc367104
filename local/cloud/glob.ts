const known = new Map<string, RegExp>();

/** Whether a text matches an IAM pattern: `*` is any run of characters, `?` is any one. */
export function fits(pattern: string, text: string, ignoreCase = false): boolean {
  const key = `${ignoreCase ? 'i' : ''}:${pattern}`;
  let compiled = known.get(key);
  if (!compiled) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    compiled = new RegExp(`^${source}$`, ignoreCase ? 'is' : 's');
    known.set(key, compiled);
  }
  return compiled.test(text);
}

/** An ARN is compared part by part, so that no wildcard reaches over a colon of the first five. */
export function arnFits(pattern: string, arn: string): boolean {
  const [left, right] = [arnParts(pattern), arnParts(arn)];
  return left.length === right.length && left.every((part, index) => fits(part, right[index] ?? ''));
}

const arnParts = (arn: string): string[] => {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
};
