import { randomUUID } from 'node:crypto';
import type { Answer } from './answering-server.ts';
import { escaped, xml } from './aws-answer.ts';

export interface DescribedStack {
  readonly name: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The role of each function, by the name of the function. */
  readonly roles: Readonly<Record<string, string>>;
}

const metadata = () => `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;

/** The part of CloudFormation that finds out what a stack consists of. */
export function describeStack({ name, outputs }: Omit<DescribedStack, 'roles'>, asked: string): Answer {
  if (asked !== name) {
    return xml(
      400,
      '<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>' +
        `<Code>ValidationError</Code><Message>Stack with id ${escaped(asked)} does not exist</Message></Error>` +
        `<RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    );
  }
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${escaped(key)}</OutputKey><OutputValue>${escaped(value)}</OutputValue></member>`,
  );
  return xml(
    200,
    '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>' +
      `<member><StackName>${escaped(name)}</StackName><StackStatus>CREATE_COMPLETE</StackStatus>` +
      `<Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult>${metadata()}</DescribeStacksResponse>`,
  );
}

/** The caller, in the form of STS. */
export const describeCaller = (account: string, name: string): Answer =>
  xml(
    200,
    '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
      `<Arn>arn:aws:iam::${account}:user/${escaped(name.replaceAll(' ', '-'))}</Arn><UserId>${escaped(name)}</UserId>` +
      `<Account>${account}</Account></GetCallerIdentityResult>${metadata()}</GetCallerIdentityResponse>`,
  );

/** A function of the stack, as far as its operator needs: its role. */
export const describeFunction = (role: string | undefined): Answer => ({
  status: role === undefined ? 404 : 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify(role === undefined ? { Type: 'User', Message: 'Function not found' } : { Role: role }),
  ),
});

/** IAM's answer to what a role may do: the strictest of its decisions. */
export const describeSimulation = (action: string, allowed: boolean): Answer =>
  xml(
    200,
    '<SimulatePrincipalPolicyResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><SimulatePrincipalPolicyResult>' +
      `<IsTruncated>false</IsTruncated><EvaluationResults><member><EvalActionName>${escaped(action)}</EvalActionName>` +
      `<EvalDecision>${allowed ? 'allowed' : 'implicitDeny'}</EvalDecision></member></EvaluationResults>` +
      `</SimulatePrincipalPolicyResult>${metadata()}</SimulatePrincipalPolicyResponse>`,
  );
