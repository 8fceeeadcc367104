import { type Json, listOf } from '../../../local/cloud/json.ts';
import type { Resource } from '../../../local/cloud/template.ts';
import { type GrantKind, PLACES, type Properties, type Statement } from './policy-places.ts';
import { type Change, plain, propertiesOf, without } from './raw-template.ts';
import type { Stage } from './stage.ts';

/** One action on one resource that a policy of the template allows. */
export interface TemplateGrant {
  readonly kind: GrantKind;
  /** The logical id of the role, or of the policy on a resource. */
  readonly holder: string;
  readonly action: string;
  readonly resource: string;
  /** The kinds of rows that it is for, where it names any. */
  readonly rows?: string;
  /** Who acts by it: functions by name, schedules by logical id. Empty where that is a service of AWS. */
  readonly callers: readonly string[];
  readonly name: string;
  /** Takes away this one and leaves the others of its statement. */
  readonly remove: Change;
}

/** Everything that the template allows anybody. */
export const grantsIn = (stage: Stage): TemplateGrant[] =>
  stage.resolved.resources.flatMap((one) =>
    one.type === 'AWS::Lambda::Permission' ? [permission(stage, one)] : statementGrants(stage, one),
  );

function statementGrants(stage: Stage, one: Resource): TemplateGrant[] {
  const { logicalId, type } = one;
  const places = PLACES[type]?.(one.properties as Properties) ?? [];
  return places.flatMap(({ kind, document }, place) =>
    document.Statement.flatMap((statement, index) => {
      if (statement.Effect !== 'Allow') return [];
      const actions = listOf(statement.Action).map(String);
      const resources = kind === 'trust' ? [arnOf(one)] : listOf(statement.Resource).map(String);
      if (actions.length * resources.length === 0)
        throw new Error(`${logicalId} allows what is not listed, which cannot be taken away one by one`);
      return holdersOf(stage, one, kind).flatMap((holder) =>
        actions.flatMap((action, actionIndex) =>
          resources.map((resource, resourceIndex) => ({
            kind,
            holder: holder.logicalId,
            action,
            resource,
            ...rowsIn(statement),
            callers: kind === 'resource' ? [] : callersOf(stage, arnOf(holder)),
            name: nameOf(holder.logicalId, action, resource, rowsIn(statement).rows),
            remove: (template) => {
              const raw = PLACES[type]?.(propertiesOf(template, logicalId))[place]?.document.Statement ?? [];
              raw.splice(index, 1, ...splitWithout(raw[index], actionIndex, resourceIndex));
            },
          })),
        ),
      );
    }),
  );
}

/** What is left of a statement: its other actions as they were, and this one on the other resources. */
function splitWithout(
  statement: Statement | undefined,
  actionIndex: number,
  resourceIndex: number,
): Statement[] {
  if (!statement) return [];
  const others = (list: readonly Json[], index: number) => list.filter((_, at) => at !== index);
  const actions = listOf(statement.Action);
  const resources = listOf(statement.Resource);
  const rest: Statement[] = [];
  if (actions.length > 1) rest.push({ ...statement, Action: others(actions, actionIndex) });
  if (resources.length > 1) {
    const Action = actions[actionIndex] ?? '';
    rest.push({ ...statement, Action, Resource: others(resources, resourceIndex) });
  }
  return rest;
}

type OnRows = Readonly<Record<string, Readonly<Record<string, Json>>>>;
/** The kinds of rows that a statement is about, in one line, where it names any. */
const rowsIn = ({ Condition }: Statement): { readonly rows?: string } => {
  const tests = (Condition as OnRows | undefined)?.['ForAllValues:StringLike'];
  return tests ? { rows: Object.values(tests).flatMap(listOf).map(String).join(' ') } : {};
};

function permission({ resolved }: Stage, { logicalId, properties }: Resource): TemplateGrant {
  const { Action, FunctionName } = properties as Record<string, string>;
  const target = resolved
    .of('AWS::Lambda::Function')
    .find((one) => [one.identity.ref, arnOf(one)].includes(FunctionName ?? ''));
  const grant = { action: Action ?? '', resource: target ? arnOf(target) : '' };
  const name = nameOf(logicalId, grant.action, grant.resource);
  return { kind: 'resource', holder: logicalId, ...grant, callers: [], name, remove: without(logicalId) };
}

/** A policy may be attached to several roles; every other one belongs to the resource it is written in. */
function holdersOf({ resolved }: Stage, one: Resource, kind: GrantKind): readonly Resource[] {
  if (kind !== 'role' || one.type === 'AWS::IAM::Role') return [one];
  const names = (one.properties as { Roles: readonly string[] }).Roles;
  return resolved.of('AWS::IAM::Role').filter(({ identity }) => names.includes(identity.ref));
}

const callersOf = ({ resolved }: Stage, roleArn: string): string[] => [
  ...resolved
    .of('AWS::Lambda::Function')
    .filter(({ properties }) => properties.Role === roleArn)
    .map(({ identity }) => identity.ref),
  ...resolved
    .of('AWS::Scheduler::Schedule')
    .filter(({ properties }) => properties.Target.RoleArn === roleArn)
    .map(({ logicalId }) => logicalId),
];

const arnOf = ({ identity }: Resource): string => identity.attributes.Arn ?? '';

const nameOf = (holder: string, action: string, resource: string, rows?: string): string => {
  const what = `${holder}: ${action} on ${resource.replace(/^arn:aws:(\w+):[^:]*:[^:]*:/, '')}`;
  return plain(rows === undefined ? what : `${what}, rows ${rows}`);
};
