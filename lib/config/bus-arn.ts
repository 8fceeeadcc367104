const BUS_ARN =
  /^arn:(aws|aws-cn|aws-us-gov):events:([a-z]{2}(?:-[a-z]+)+-\d):(\d{12}):event-bus\/((?!aws\.)[A-Za-z0-9._-]{1,256})$/;

export interface BusAddress {
  readonly region: string;
  readonly account: string;
  readonly name: string;
}

/** The parts of an event bus ARN. Null for other texts, and for partner buses, which accept no events. */
export function readBusArn(arn: string): BusAddress | null {
  const [, , region = '', account = '', name = ''] = BUS_ARN.exec(arn) ?? [];
  return name === '' ? null : { region, account, name };
}
