import { readStatements, type Statement } from './statements.ts';
import type { StackTemplate } from './template.ts';
import { TemplateError } from './template-error.ts';

export interface Role {
  readonly logicalId: string;
  readonly name: string;
  readonly arn: string;
  readonly statements: readonly Statement[];
  /** Who may assume this role. */
  readonly trust: readonly Statement[];
}

/** Every role of the template with all of its statements, wherever they are written. */
export function readRoles(template: StackTemplate): Map<string, Role> {
  const attached = [...template.of('AWS::IAM::Policy'), ...template.of('AWS::IAM::ManagedPolicy')].flatMap(
    ({ logicalId, properties: { PolicyDocument, Roles } }) =>
      Roles.map((role) => ({ role, statements: readStatements(PolicyDocument, logicalId) })),
  );
  const roles = template.of('AWS::IAM::Role').map(({ logicalId, identity, properties }): Role => {
    const { Policies = [], AssumeRolePolicyDocument } = properties;
    return {
      logicalId,
      name: identity.ref,
      arn: identity.attributes.Arn ?? '',
      trust: readStatements(AssumeRolePolicyDocument, logicalId),
      statements: [
        ...Policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument, logicalId)),
        ...attached.filter(({ role }) => role === identity.ref).flatMap(({ statements }) => statements),
      ],
    };
  });
  for (const { role } of attached) {
    if (!roles.some(({ name }) => name === role)) {
      throw new TemplateError(role, 'a policy is attached to this role, which the template does not have');
    }
  }
  return new Map(roles.map((role) => [role.arn, role]));
}
