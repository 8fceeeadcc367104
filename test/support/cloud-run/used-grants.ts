/** What is granted and cannot be used on one machine, by the name of the grant, each with its reason. */
export const NOT_USED_HERE: Readonly<Record<string, string>> = {
  'BridgeAlarmsTopicPolicy: sns:Publish on posture-bridge-BridgeAlarmsTopic':
    'CloudWatch publishes what alarms say, and no alarm is raised on one machine.',
  ...Object.fromEntries(
    [
      'dynamodb:PartiQLInsert on table/posture-bridge-BridgeLedgerTable, rows archived#* sign#archive#*',
      'dynamodb:Query on table/posture-bridge-BridgeLedgerTable, rows archived#* audit#* chain#*',
      's3:PutObject on posture-bridge-bridgetrailarchivebucketc9d18b70/audit/*',
    ].map((grant) => [
      `BridgeTrailArchiveRole: ${grant}`,
      'No scenario has a day that is over; test/system/archive.test.ts uses them all.',
    ]),
  ),
};

/** A grant and who holds it, in one line. */
export const keyOf = (
  { action, resource, rows }: { action: string; resource: string; rows?: string },
  role: string,
): string => [role, action, resource, ...(rows === undefined ? [] : [rows])].join(' ');
