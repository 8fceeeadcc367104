import { randomUUID } from 'node:crypto';
import type { Answer } from './answering-server.ts';
import { escaped, xml } from './aws-answer.ts';

export interface DescribedStack {
  readonly name: string;
  readonly outputs: Readonly<Record<string, string>>;
}

const metadata = () => `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;

/** As much of CloudFormation as finding what a stack consists of needs. */
export function describeStack({ name, outputs }: DescribedStack, asked: string): Answer {
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

/** Who calls, as STS says it. */
export const describeCaller = (account: string, name: string): Answer =>
  xml(
    200,
    '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
      `<Arn>arn:aws:iam::${account}:user/${escaped(name.replaceAll(' ', '-'))}</Arn><UserId>${escaped(name)}</UserId>` +
      `<Account>${account}</Account></GetCallerIdentityResult>${metadata()}</GetCallerIdentityResponse>`,
  );
