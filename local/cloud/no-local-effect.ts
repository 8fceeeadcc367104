/** Types without effect on one machine, each with what is therefore not tested here. */
export const NO_LOCAL_EFFECT: Readonly<Record<string, string>> = {
  'AWS::CloudWatch::Alarm':
    'nothing is measured or raised: thresholds, periods and missing data are not tried',
  'AWS::CloudWatch::CompositeAlarm': 'its rule over other alarms is not evaluated',
  'AWS::CloudWatch::Dashboard': 'its widgets are not drawn',
  'AWS::Logs::LogGroup': 'lines are streamed, not kept: retention and encryption are not tried',
  'AWS::Logs::ResourcePolicy': 'no service delivers logs here',
  'AWS::Logs::QueryDefinition': 'saved queries are not run',
  'AWS::SNS::Subscription': 'what is published is noted and goes no further',
  'AWS::Scheduler::ScheduleGroup': 'schedules run without regard to their group',
  'AWS::CDK::Metadata': 'it only tells AWS which constructs were used',
};
