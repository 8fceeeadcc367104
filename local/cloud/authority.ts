import { fits } from './glob.ts';
import { type Call, type Decision, decide, rowsIn } from './iam.ts';
import { createKeyNeeds } from './key-needs.ts';
import { type Role, readRoles } from './roles.ts';
import { LEADING_KEYS, readStatements, type Statement } from './statements.ts';
import type { StackTemplate } from './template.ts';
import { TemplateError } from './template-error.ts';

export interface Denial {
  /** The function, schedule or API that called. */
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
  readonly because: string;
}

/** An action on a resource that a role was granted, and the kinds of rows in it. Patterns are as in the template. */
export interface Grant {
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  readonly rows?: string;
}

export interface RoleCall {
  readonly caller: string;
  readonly roleArn: string;
  readonly action: string;
  readonly resource: string;
  /** The partitions of the rows in question; absent if it names none. */
  readonly keys?: readonly string[] | undefined;
  /** The service that calls on the caller's behalf, if it is not the caller itself. */
  readonly viaService?: string;
  /** Whether it replaces what is there, for a parameter of SSM. */
  readonly overwrite?: boolean;
}

export interface ServiceCall extends Omit<RoleCall, 'roleArn' | 'keys' | 'viaService'> {
  readonly service: string;
  readonly sourceArn: string;
}

export interface AuthorityOptions {
  readonly template: StackTemplate;
  readonly account: string;
  readonly region: string;
  /** Keys of resources outside the stack. */
  readonly outsideKeys?: Readonly<Record<string, string>> | undefined;
  readonly log: (line: string) => void;
}

/** Decides who may do what, by the policies of the template, and remembers what was refused and what was used. */
export function createAuthority({ template, account, region, outsideKeys, log }: AuthorityOptions) {
  const roles = readRoles(template);
  const resourcePolicies = readResourcePolicies(template, account);
  const keyNeeds = createKeyNeeds(template, region, outsideKeys);
  const denied: Denial[] = [];
  const used = new Map<Statement, Set<string>>();

  /** Calls reach the front door only on this machine, which counts as encrypted. */
  const context = {
    'aws:securetransport': 'true',
    'aws:requestedregion': region,
    'aws:principalaccount': account,
  };

  function judge(
    caller: string,
    call: Call,
    identity: readonly Statement[],
    policy: readonly Statement[],
  ): Decision {
    const decision = decide(call, identity, policy);
    if (decision.allowed) {
      for (const { statement, ...grant } of decision.by) {
        const names = used.get(statement) ?? new Set();
        used.set(statement, names.add(nameOf(grant)));
      }
      return decision;
    }
    const { action, resource } = call;
    const because = `${decision.because}${onRows(call)}`;
    denied.push({ caller, action, resource, because });
    log(`denied: ${caller} may not ${action} on ${resource}, because ${because}`);
    return decision;
  }

  const roleOf = (arn: string, caller: string): Role => {
    const role = roles.get(arn);
    if (!role) throw new TemplateError(caller, `uses the role ${arn}, which the template does not have`);
    return role;
  };
  const sourced = (sourceArn: string) => ({
    ...context,
    'aws:sourcearn': sourceArn,
    'aws:sourceaccount': account,
  });

  function mayDo({ caller, roleArn, action, resource, keys, viaService, overwrite }: RoleCall): Decision {
    const role = roleOf(roleArn, caller);
    const call: Call = {
      caller: { kind: 'role', arn: roleArn, account },
      action,
      resource,
      context: {
        ...context,
        'aws:principalarn': roleArn,
        ...(keys && { [LEADING_KEYS]: keys }),
        ...(viaService !== undefined && { 'kms:viaservice': viaService }),
        ...(overwrite !== undefined && { 'ssm:overwrite': String(overwrite) }),
      },
    };
    // For a key, a role's rights count only if the key's own policy says so.
    const own = isLeftToRoles(call, resourcePolicies.get(resource)) ? role.statements : [];
    return judge(caller, call, own, resourcePolicies.get(withPolicy(resource)) ?? []);
  }

  return {
    denied: denied as readonly Denial[],
    /** Including what the keys of its resource require, if there are any. */
    mayCall(call: RoleCall): Decision {
      const decision = mayDo(call);
      if (!decision.allowed) return decision;
      const { caller, roleArn } = call;
      const keys = keyNeeds(call).map((need) => mayDo({ caller, roleArn, ...need }));
      return keys.find(({ allowed }) => !allowed) ?? decision;
    },
    /** An AWS service calls on its own behalf: the called resource's policy says what it may. */
    mayServiceCall({ caller, service, action, resource, sourceArn }: ServiceCall): Decision {
      const call: Call = {
        caller: { kind: 'service', name: service },
        action,
        resource,
        context: sourced(sourceArn),
      };
      return judge(caller, call, [], resourcePolicies.get(resource) ?? []);
    },
    mayAssume(roleArn: string, service: string, caller: string, sourceArn: string): Decision {
      const call: Call = {
        caller: { kind: 'service', name: service },
        action: 'sts:AssumeRole',
        resource: roleArn,
        context: sourced(sourceArn),
      };
      return judge(caller, call, [], roleOf(roleArn, caller).trust);
    },
    /** Whether the policies of a role alone allow it. Nobody calls: nothing is recorded. */
    wouldAllow: (arn: string, action: string, resource: string, rows?: readonly string[]): boolean =>
      decide(
        {
          caller: { kind: 'role', arn, account },
          action,
          resource,
          context: { ...context, ...(rows && { [LEADING_KEYS]: rows }) },
        },
        roles.get(arn)?.statements ?? [],
      ).allowed,
    unusedGrants: (): Grant[] =>
      [...roles.values()].flatMap(({ logicalId, statements }) =>
        statements
          .filter(({ effect }) => effect === 'Allow')
          .flatMap((statement) =>
            grantsOf(statement)
              .filter((grant) => !used.get(statement)?.has(nameOf(grant)))
              .map((grant) => ({ role: logicalId, ...grant })),
          ),
      ),
  };
}

export type Authority = ReturnType<typeof createAuthority>;

function grantsOf(statement: Statement) {
  const { actions = ['(all others)'], resources = ['(all others)'] } = statement;
  return actions.flatMap((action) =>
    resources.map((resource) => ({ action, resource, ...rowsIn(statement) })),
  );
}

const nameOf = ({ action, resource, rows = '' }: Omit<Grant, 'role'>): string =>
  `${action} ${resource} ${rows}`;

const onRows = ({ context }: Call): string => {
  const keys = context[LEADING_KEYS];
  return keys === undefined ? '' : ` on rows of ${JSON.stringify(keys)}`;
};

/** An object has no policy of its own: that of its bucket applies to both. */
const withPolicy = (resource: string): string => resource.replace(/^(arn:aws:s3:::[^/]+)\/.*$/s, '$1');

/** A KMS key that is not in the template is the customer's, who was told what its policy needs. */
const isLeftToRoles = ({ action, context }: Call, policy: readonly Statement[] | undefined): boolean =>
  !action.startsWith('kms:') ||
  policy === undefined ||
  policy.some(
    ({ effect, actions = [], principals }) =>
      effect === 'Allow' &&
      actions.some((one) => fits(one, action, true)) &&
      principals?.aws.includes(`arn:aws:iam::${String(context['aws:principalaccount'])}:root`),
  );

/** The policies of queues, buckets, topics, keys and functions, by ARN. */
function readResourcePolicies(template: StackTemplate, account: string): Map<string, Statement[]> {
  const policies = new Map<string, Statement[]>();
  const add = (arn: string, statements: Statement[]) =>
    policies.set(arn, [...(policies.get(arn) ?? []), ...statements]);

  const queueArns = new Map(
    template.of('AWS::SQS::Queue').map(({ identity }) => [identity.ref, identity.attributes.Arn ?? '']),
  );
  for (const { logicalId, properties } of template.of('AWS::SQS::QueuePolicy')) {
    for (const queue of properties.Queues) {
      const arn = queueArns.get(queue);
      if (!arn)
        throw new TemplateError(logicalId, `is for the queue ${queue}, which the template does not have`);
      add(arn, readStatements(properties.PolicyDocument, logicalId));
    }
  }
  for (const { logicalId, properties } of template.of('AWS::S3::BucketPolicy')) {
    const { Bucket: name, PolicyDocument } = properties;
    if (!template.of('AWS::S3::Bucket').some(({ identity }) => identity.ref === name))
      throw new TemplateError(logicalId, `is for the bucket ${name}, which the template does not have`);
    add(`arn:aws:s3:::${name}`, readStatements(PolicyDocument, logicalId));
  }
  for (const { logicalId, identity, properties } of template.of('AWS::KMS::Key')) {
    // In a key policy, `*` is the key itself.
    add(identity.attributes.Arn ?? '', readStatements(properties.KeyPolicy, logicalId));
  }
  for (const { logicalId, properties } of template.of('AWS::SNS::TopicPolicy')) {
    for (const topic of properties.Topics) add(topic, readStatements(properties.PolicyDocument, logicalId));
  }
  const functions = template.of('AWS::Lambda::Function').map(({ identity }) => identity);
  for (const { logicalId, properties } of template.of('AWS::Lambda::Permission')) {
    const { Action, FunctionName, Principal, SourceArn, SourceAccount } = properties;
    const target = functions.find(({ ref, attributes }) => [ref, attributes.Arn].includes(FunctionName));
    if (!target?.attributes.Arn)
      throw new TemplateError(logicalId, `is for ${FunctionName}, which is not there`);
    const conditions: Statement['conditions'] = [
      ...(SourceArn ? [{ operator: 'ArnLike', key: 'aws:sourcearn', values: [SourceArn] } as const] : []),
      ...(SourceAccount
        ? [{ operator: 'StringEquals', key: 'aws:sourceaccount', values: [SourceAccount] } as const]
        : []),
    ];
    const service = Principal.endsWith('.amazonaws.com');
    add(target.attributes.Arn, [
      {
        effect: 'Allow',
        actions: [Action],
        resources: [target.attributes.Arn],
        principals: {
          everyone: Principal === '*',
          aws: service ? [] : [Principal, `arn:aws:iam::${account}:role/${Principal}`],
          services: service ? [Principal] : [],
        },
        conditions,
      },
    ]);
  }
  return policies;
}
