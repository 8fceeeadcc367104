import { CHATS } from './chats.ts';
import { unknownName } from './schema/config-problem.ts';
import { entriesOf, type Finding, listOf, objectOf, type Path } from './schema/read-unknown.ts';
import { nameProblem } from './schema/setting-fields.ts';
import { isWebhook } from './webhooks.ts';

/** Whether the settings about who may decide agree with each other. Reads raw input, like the cross-checks. */
export function checkAuthority(input: unknown): Finding[] {
  const { people, verdicts, domains, routes, destinations } = objectOf(input);
  const scoped: [Path, unknown][] = [
    ...entriesOf(domains).map(([name, one]): [Path, unknown] => [['domains', name], one]),
    ...entriesOf(destinations).map(([name, one]): [Path, unknown] => [['destinations', name], one]),
    ...listOf(routes).map((one, index): [Path, unknown] => [['routes', index], one]),
  ];
  const says = scoped.map(([path, one]): [Path, unknown] => [[...path, 'verdicts'], objectOf(one).verdicts]);
  return [
    ...wrongNames(people),
    ...twice(people),
    ...unknownPeople(people, ['verdicts'], verdicts),
    ...says.flatMap(([path, one]) => unknownPeople(people, path, one)),
    ...[[['verdicts'], verdicts] as [Path, unknown], ...says].flatMap(([path, one]) =>
      unknownSystems(destinations, path, one),
    ),
    ...deafLinks(destinations, [verdicts, ...says.map(([, one]) => one)]),
    ...sharedSecrets(destinations, [verdicts, ...says.map(([, one]) => one)]),
    ...(verdicts === undefined ? says.flatMap(withoutDefault) : []),
  ];
}

const wrongNames = (people: unknown): Finding[] =>
  entriesOf(people).flatMap(([name]) => {
    const message = nameProblem(name);
    return message === null ? [] : [{ path: ['people', name], message }];
  });

/** Two people with one id would be one person who approves their own decision. */
function twice(people: unknown): Finding[] {
  const first = new Map<string, string>();
  return entriesOf(people).flatMap(([name, ids]) =>
    [...CHATS, 'email'].flatMap((chat): Finding[] => {
      const id = objectOf(ids)[chat];
      if (typeof id !== 'string') return [];
      const key = `${chat} ${id.toLowerCase()}`;
      const earlier = first.get(key);
      if (earlier !== undefined) {
        return [{ path: ['people', name, chat], message: `is already the id of people.${earlier}` }];
      }
      first.set(key, name);
      return [];
    }),
  );
}

function unknownPeople(people: unknown, path: Path, says: unknown): Finding[] {
  const known = Object.keys(objectOf(people));
  return listOf(objectOf(objectOf(says).allow).people).flatMap((name, index): Finding[] =>
    typeof name !== 'string' || known.includes(name)
      ? []
      : [{ path: [...path, 'allow', 'people', index], ...unknownName('person', name, known) }],
  );
}

const systemsIn = (says: unknown): readonly unknown[] => listOf(objectOf(objectOf(says).allow).webhooks);

const webhooksAmong = (destinations: unknown) =>
  entriesOf(destinations).flatMap(([name, raw]) => {
    const destination = objectOf(raw);
    return isWebhook({ type: String(destination.type) }) ? [[name, destination] as const] : [];
  });

function unknownSystems(destinations: unknown, path: Path, says: unknown): Finding[] {
  const known = webhooksAmong(destinations).map(([name]) => name);
  return systemsIn(says).flatMap((name, index): Finding[] =>
    typeof name !== 'string' || known.includes(name)
      ? []
      : [{ path: [...path, 'allow', 'webhooks', index], ...unknownName('webhook', name, known) }],
  );
}

/** A link decides in the name of its system. */
function deafLinks(destinations: unknown, says: readonly unknown[]): Finding[] {
  const named = says.flatMap(systemsIn);
  return webhooksAmong(destinations).flatMap(([name, { links }]): Finding[] =>
    links !== true || named.includes(name)
      ? []
      : [
          {
            path: ['destinations', name, 'links'],
            message: `would lead nowhere: no allow.webhooks names ${name}, so nothing that comes from there may decide`,
          },
        ],
  );
}

/** A signature identifies the system only while each system has a secret of its own. */
function sharedSecrets(destinations: unknown, says: readonly unknown[]): Finding[] {
  const named = says.flatMap(systemsIn);
  const webhooks = webhooksAmong(destinations);
  const secretsIn = (raw: Readonly<Record<string, unknown>>) =>
    [raw.secret, raw.publicKey].flat().filter((one) => one !== undefined);
  return webhooks.flatMap(([name, raw]): Finding[] => {
    const other = webhooks.find(
      ([one, its]) => one !== name && secretsIn(its).some((secret) => secretsIn(raw).includes(secret)),
    );
    return other && named.includes(name)
      ? [
          {
            path: ['destinations', name, 'secret'],
            message: `is that of destinations.${other[0]} too: what one of them sends would count as sent by the other`,
          },
        ]
      : [];
  });
}

/** A scope overrides the default for some of the cases. Without a default, the other cases would have no rule. */
const withoutDefault = ([path, says]: [Path, unknown]): Finding[] =>
  says === undefined
    ? []
    : [
        {
          path,
          message: 'says who may decide where verdicts does not: give verdicts.allow, the default, too',
        },
      ];
