const BUS_ARN =
  /^arn:(aws|aws-cn|aws-us-gov):events:([a-z]{2}(?:-[a-z]+)+-\d):(\d{12}):event-bus\/((?!aws\.)[A-Za-z0-9._-]{1,256})$/;

export interface BusAddress {
  readonly region: string;
  readonly account: string;
  readonly name: string;
}

/** What the ARN of an event bus says about it. Null for what is none, and for the buses of partners, which take nothing. */
export function readBusArn(arn: string): BusAddress | null {
  const [, , region = '', account = '', name = ''] = BUS_ARN.exec(arn) ?? [];
  return name === '' ? null : { region, account, name };
}
