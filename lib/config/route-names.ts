import { defaultRouteName, ROUTE_NAME } from './routes.ts';
import { type Finding, listOf, objectOf } from './schema/read-unknown.ts';

/** Adds the route's name, which people know better than its number. Reads raw input, like the cross-checks. */
export function withRouteName(input: unknown, finding: Finding): Finding {
  const [section, index] = finding.path;
  if (section !== 'routes' || typeof index !== 'number') return finding;
  const { name } = objectOf(listOf(objectOf(input).routes)[index]);
  if (typeof name !== 'string' || !ROUTE_NAME.test(name) || name === defaultRouteName(index)) return finding;
  return { ...finding, message: `${finding.message} (the route "${name}")` };
}
