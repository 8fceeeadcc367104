/** What one setting means, in the Markdown of docs/configuration.md. */
export interface SettingWords {
  /** What applies unless it is given: a value in backticks, or words. Absent for a required setting. */
  readonly default?: string;
  readonly words: string;
}

/**
 * The description of every setting, by its path. Separate from the schema, which is in the bundle of every function,
 * where this would only slow down each cold start. A test finds a setting without a description.
 */
export const SETTINGS: Readonly<Record<string, SettingWords>> = {
  domains: { words: 'one for each API key, by a name of your own' },
  'domains.<name>.baseUrl': {
    words: 'the address of the API with its prefix, the part before `/cases`; https',
  },
  'domains.<name>.apiKey': { words: 'the SSM parameter with the key' },
  'domains.<name>.auth': {
    default: "`'x-api-key'`",
    words: "the header that carries the key: `'x-api-key'`, or `'bearer'` for `Authorization`",
  },
  'domains.<name>.parameterNames': {
    default: 'as we guess them',
    words: "other names of query parameters, where the vendor's are not what we guessed",
  },
  'domains.<name>.parameterNames.threats': {
    words: 'of the list of threats: `email`, `tuid`, `category`, `source`',
  },
  'domains.<name>.parameterNames.users': { words: 'of the list of users: `search`' },
  'domains.<name>.parameterNames.nhi': {
    words:
      'of the list of non-human identities: `search`, `classes`, `providers`, `status`, `hasPersona`, `pageSize`, `cursor`',
  },
  'domains.<name>.consoleUrl': {
    default: 'optional',
    words:
      'where people open the platform: an address, or one with `{id}` and maybe `{kind}` (`cases` or `threats`), to which messages then link. Needed with a Workflow of Teams, whose cards link there',
  },
  'domains.<name>.consoleUrl.cases': {
    default: 'optional',
    words: 'instead, the address of a case, with `{id}`',
  },
  'domains.<name>.consoleUrl.threats': { default: 'optional', words: 'and that of a threat, with `{id}`' },
  'domains.<name>.huntingTable': {
    default: 'optional',
    words: 'the information-protection table that hunting queries name',
  },
  'domains.<name>.hunting': {
    default: 'optional',
    words: 'where hunting queries are opened: messages then have a button for it',
  },
  'domains.<name>.hunting.tenantId': {
    words: 'the tenant that has the logs. Without a workspace, queries open in Microsoft Defender',
  },
  'domains.<name>.hunting.workspace': {
    default: 'optional',
    words:
      'the resource id of a Log Analytics workspace, as the Azure portal shows it under Properties. With it, queries open there',
  },
  'domains.<name>.hunting.portal': {
    default: 'that of the public cloud',
    words: 'the address of the portal, like `https://security.microsoft.us` or `https://portal.azure.us`',
  },
  'domains.<name>.verdicts': {
    default: '`verdicts`',
    words: 'who may decide the cases of this domain: `allow`, `guests` or both, as in [verdicts](#verdicts)',
  },
  poll: { default: 'as below', words: 'how often and how far back the poller looks' },
  'poll.every': {
    default: "`'1m'`",
    words:
      "`'5s'` to `'1h'`. More often than once a minute, polls come from ticks, which cost more ([deploy.md](deploy.md#what-it-costs))",
  },
  'poll.feeds': { default: "`['cases', 'threats']`", words: 'which lists are read' },
  'poll.start': {
    default: "`'now'`",
    words:
      "what happens to items from before the first poll: `'now'` records them and tells nobody, `'all'` announces all",
  },
  'poll.start.since': {
    words:
      "instead: announces what was created since this time, with its zone, like `'2026-11-01T00:00:00Z'`",
  },
  'poll.lookback': {
    default: "`'15m'`",
    words:
      "how far behind the newest item each poll looks again, for items that the API lists late; up to `'24h'`",
  },
  'poll.sweep': {
    default: 'as below',
    words: 'a slower look that covers a longer time, for items that the API lists late',
  },
  'poll.sweep.every': {
    default: "`'1h'`",
    words: "how often a slower look covers a longer time; `'5m'` to `'24h'`",
  },
  'poll.sweep.window': {
    default: "`'24h'`",
    words: "how long that time is: `'1m'` to `'90d'`, not shorter than `poll.lookback`",
  },
  connectors: {
    default: 'none',
    words: 'which connector of the platform brings which sources, by its connector type',
  },
  'connectors.<name>.sources': {
    words: 'as events name them in `source`, whatever their capitals; at least one',
  },
  destinations: { words: 'where cases and threats can go, by a name of your own' },
  'destinations.<name>.type': {
    words:
      "`'slack'`, `'teams'`, `'webhook'`, `'sqs'` or `'eventbridge'`. The last three are *endpoints*: they are told events",
  },
  'destinations.<name>.channel': {
    words:
      'of `slack` and `teams`: the id of the channel, like `C0123ABCD` or `19:...@thread.tacv2`. Names do not work: they change',
  },
  'destinations.<name>.token': {
    default: '`slack.botToken`',
    words: 'of `slack`: the SSM parameter with a bot token for this channel alone',
  },
  'destinations.<name>.workflowUrl': {
    words:
      'of `teams`, instead of `channel`: the SSM parameter with the address of a Workflow. It can be told, and nobody can decide there',
  },
  'destinations.<name>.url': {
    words: 'of `webhook`: the https address that is called ([webhooks.md](webhooks.md))',
  },
  'destinations.<name>.secret': {
    words:
      'of `webhook`: the SSM parameter with the signing secret, `whsec_...` or `whsk_...`; or a list of them, each of which signs',
  },
  'destinations.<name>.headers': {
    words: 'of `webhook`: names of headers, each with the SSM parameter that holds what it says',
  },
  'destinations.<name>.events': {
    default: 'all',
    words: "of an endpoint: what it is told, like `['case.created', 'verdict.recorded']`",
  },
  'destinations.<name>.format': {
    default: "`'plain'`",
    words: "of an endpoint: `'cloudevents'` for CloudEvents 1.0",
  },
  'destinations.<name>.privateRanges': {
    words: "of `webhook`, with `network`: private addresses that it may have, like `'10.20.0.0/16'`",
  },
  'destinations.<name>.local': {
    default: '`false`',
    words: 'of `webhook`: it is on this very machine. Never on AWS',
  },
  'destinations.<name>.show': {
    default: "`'full'`",
    words:
      "what it shows of people. `'pseudonym'`: `Person 7F3K2Q` instead of names and addresses. `'minimal'`: no person and no free text ([privacy.md](privacy.md#what-a-channel-shows))",
  },
  'destinations.<name>.notify': {
    default: "`'full'`",
    words:
      "of `slack` and `teams`: `'quiet'` keeps people and texts out of the line that stands on a locked screen",
  },
  'destinations.<name>.publicKey': {
    words:
      'of `webhook`: the public key, `whpk_...`, of a system that signs its verdicts with a key pair; or a list of them ([webhooks.md](webhooks.md#verdicts-from-a-system))',
  },
  'destinations.<name>.links': {
    default: '`false`',
    words:
      'of `webhook`: events of cases hold a link for each outcome, with which anybody can decide ([webhooks.md](webhooks.md#links))',
  },
  'destinations.<name>.verdicts': {
    default: 'by the routes',
    words:
      'of `slack`, `teams` and `webhook`: who may decide there, `allow`, `guests` or both, as in [verdicts](#verdicts). It counts before all others',
  },
  'destinations.<name>.queueUrl': {
    words:
      'of `sqs`: the address of a queue of your own, in any account and region ([own-queues.md](own-queues.md))',
  },
  'destinations.<name>.key': {
    words: "of `sqs`: the ARN of the KMS key that encrypts the queue, where that is not one of AWS's own",
  },
  'destinations.<name>.bus': {
    words: 'of `eventbridge`: the ARN of an event bus of your own, in any account and region',
  },
  slack: { default: 'optional', words: 'the Slack app; needed with a destination of the type `slack`' },
  'slack.signingSecret': {
    words: 'the SSM parameter with the signing secret, by which the bridge knows that Slack sent a request',
  },
  'slack.botToken': { words: 'the SSM parameter with the bot token, `xoxb-...`' },
  'slack.teamId': {
    default: 'optional',
    words:
      'the workspace whose clicks count, like `T0123ABCD`, or the organization that installed the app, like `E0123ABCD`; or a list of them ([Enterprise Grid](slack.md#enterprise-grid)). Without it, every workspace in which the app is installed',
  },
  'slack.cloud': {
    default: "`'public'`",
    words: "`'public'`, or `'usgov'` for [GovSlack](slack.md#govslack)",
  },
  'slack.apiUrl': { default: 'Slack itself', words: 'a stand-in, for tests on one machine' },
  teams: {
    default: 'optional',
    words: 'the bot of Teams; needed with a destination of the type `teams` that has a `channel`',
  },
  'teams.appId': { words: 'the application (client) id of the bot, a uuid' },
  'teams.tenantId': { words: 'the directory (tenant) id of your organization, a uuid' },
  'teams.password': { words: 'the SSM parameter with the client secret, its *Value*' },
  'teams.cloud': { default: "`'public'`", words: "`'public'`, `'usgov'` (GCC High), `'dod'` or `'china'`" },
  'teams.apiUrl': { default: 'Teams itself', words: 'a stand-in, for tests on one machine' },
  routes: {
    words:
      'what goes where. All routes that match apply, from the first to the last, until one of them is `final`',
  },
  'routes[].name': {
    default: '`route-1`, `route-2`, ...',
    words:
      'what it is called in logs, warnings and explanations; 1 to 64 letters, digits, spaces, dots, dashes and underscores',
  },
  'routes[].when': {
    default: 'everything',
    words:
      'what must hold. All keys must; a list holds if one of its values does. Upper and lower case are the same',
  },
  'routes[].when.domain': { words: 'the name of the domain' },
  'routes[].when.feed': { words: "`'cases'` or `'threats'`" },
  'routes[].when.threatType': {
    words: "of a case, like `'data_exfiltration'`, `'insider_threat'`, `'account_compromise'`",
  },
  'routes[].when.category': { words: 'of the threat, or of any event of the case' },
  'routes[].when.subcategory': { words: 'the same' },
  'routes[].when.severity': {
    words:
      "of any event of the case: `'critical'`, `'high'`, `'medium'`, `'low'`, as the API writes it. Threats have none",
  },
  'routes[].when.highestSeverity': {
    words:
      "of the case, as its message shows it: the worst of its events, without those that are called safe. `'critical'`, `'high'`, `'medium'` or `'low'`, whatever words the API has for it. `severity: 'low'` holds for a case with one low event among critical ones, and this does not",
  },
  'routes[].when.source': { words: 'of the threat, or of any event of the case' },
  'routes[].when.signalType': { words: 'of any event of the case' },
  'routes[].when.user': {
    words:
      "the email address of the person. `*` stands for any characters and `?` for one: `'*@vip.example'`",
  },
  'routes[].when.text': { words: "a part of the title, brief or summary, also of a case's events" },
  'routes[].when.during': {
    words:
      "when the item was created: days, hours or both, with a time zone, like `'Mon-Fri 08:00-18:00 Europe/Berlin'`, `'Sat,Sun UTC'` or `'22:00-06:00 America/New_York'`. Hours over midnight belong to the day on which they begin",
  },
  'routes[].when.any': { words: 'a list of conditions, one of which must hold' },
  'routes[].when.all': { words: 'a list of conditions, all of which must hold' },
  'routes[].when.not': { words: 'a condition that must not hold' },
  'routes[].to': { words: 'the destination, or a list of them' },
  'routes[].final': {
    default: '`false`',
    words: 'when it matches, later routes are not looked at. A shadow route never stops anything',
  },
  'routes[].shadow': {
    default: '`false`',
    words: 'counts and logs what it would send, and sends nothing: to try a route',
  },
  'routes[].broadcast': { default: '`false`', words: 'replies in a thread are shown in the channel too' },
  'routes[].mention': { default: 'nobody', words: 'whom the message of a new case calls, by its severity' },
  'routes[].mention.<severity>': {
    default: 'nobody',
    words:
      'whom the message of a new case calls: a list of ids of the chat, or names of [people](#people). See [who is called](#who-is-called)',
  },
  'routes[].mention.<severity>[].id': { words: 'of a person or a tag in Teams, which needs a name too' },
  'routes[].mention.<severity>[].name': {
    words: 'how Teams shows it: letters, digits, spaces, dots, dashes and apostrophes',
  },
  'routes[].escalation': {
    default: 'nothing',
    words:
      'what happens when nobody answers a case: up to 5 steps, in order. See [when nobody answers](#when-nobody-answers)',
  },
  'routes[].escalation[].after': { words: 'how long a case waits for the step, by its severity' },
  'routes[].escalation[].after.<severity>': {
    default: 'no step',
    words:
      "how long a case of this severity waits for it: from `'1m'` to `'30d'`, longer than for the step before",
  },
  'routes[].escalation[].mention': { default: 'nobody', words: 'whom the step calls, as in `mention`' },
  'routes[].escalation[].mention[].id': { words: 'of a person or a tag in Teams, which needs a name too' },
  'routes[].escalation[].mention[].name': { words: 'how Teams shows it' },
  'routes[].escalation[].to': {
    default: 'nowhere else',
    words: 'channels that the case goes to, too: of a chat, where somebody can answer',
  },
  'routes[].dedupe': {
    default: 'nothing',
    words:
      'chats are posted only the first of what is alike within a time, and the others are listed afterwards. See [many that are alike](#many-that-are-alike)',
  },
  'routes[].dedupe.by': {
    words:
      "what has to be the same: `'user'`, `'threatType'`, `'category'`, `'source'`, or a list of them, all of which have to",
  },
  'routes[].dedupe.for': { words: "how long the first stands for the others: `'5m'` to `'24h'`" },
  'routes[].runbook': {
    default: 'none',
    words: 'the https address of what to do, which the messages of its cases link as *Runbook*',
  },
  'routes[].verdicts': {
    default: 'by the domain',
    words: 'who may decide what it sends: `allow`, `guests` or both, as in [verdicts](#verdicts)',
  },
  people: { default: 'nobody', words: 'people who are known in several chats, by a name of your own' },
  'people.<name>.name': { default: 'as the chats say it', words: 'their real name, shown in both chats' },
  'people.<name>.email': {
    default: 'optional',
    words:
      'the address under which platform and chats know them: they cannot [mute](commands.md#mutes) cases about themselves, and an account with it is [theirs](messages.md#one-person-in-two-chats)',
  },
  'people.<name>.slack': { default: 'optional', words: 'their id in Slack, like `U0123ABCD`' },
  'people.<name>.teams': {
    default: 'optional',
    words: 'their Entra object id. One of the two has to be there',
  },
  verdicts: { default: 'optional', words: 'who may decide cases, and how' },
  'verdicts.allow': {
    words:
      "who may decide. There is no default. `'anyone-in-channel'`: everyone in the channel of the case; or lists of people, of which one at least names somebody",
  },
  'verdicts.allow.slackUsers': { default: '`[]`', words: 'ids of Slack users, like `U0123ABCD`' },
  'verdicts.allow.slackGroups': { default: '`[]`', words: 'ids of Slack user groups, like `S0123ABCD`' },
  'verdicts.allow.teamsUsers': { default: '`[]`', words: 'Entra object ids of users' },
  'verdicts.allow.teamsGroups': { default: '`[]`', words: 'Entra object ids of groups' },
  'verdicts.allow.people': { default: '`[]`', words: 'names in [people](#people)' },
  'verdicts.allow.webhooks': {
    default: 'none',
    words:
      'systems, by the names of their destinations: what they decide counts ([webhooks.md](webhooks.md#verdicts-from-a-system))',
  },
  'verdicts.guests': {
    default: "`'may-not'`",
    words:
      "`'may'`: guests and people of other organizations are among them. Named one by one, they always are",
  },
  'verdicts.undoSeconds': {
    default: '`10`',
    words: 'how long a decision can be taken back before it is recorded: 0 to 900, 0 for not at all',
  },
  'verdicts.claims': {
    default: 'as below',
    words: 'how long an analyst keeps a case; then it is unclaimed again, and its thread says so',
  },
  'verdicts.claims.<severity>': {
    default: "`critical: '1h'`, `high: '4h'`, others `'24h'`",
    words:
      'how long an analyst keeps a case: 5 minutes to 30 days. Then it is unclaimed again, and its thread says so once',
  },
  'verdicts.outcomes': { default: 'as below', words: 'what each outcome asks of those who decide' },
  'verdicts.outcomes.<outcome>': { default: 'as below', words: 'what this outcome asks of those who decide' },
  'verdicts.outcomes.<outcome>.comment': {
    default: "`'optional'`",
    words: "or `'required'`: the analyst has to say why",
  },
  'verdicts.outcomes.<outcome>.confirm': { default: '`false`', words: 'asks once more before it counts' },
  'verdicts.outcomes.<outcome>.approval': {
    default: '`false`',
    words:
      'a second person has to agree before it is recorded: in the same chat, or both have to be in [people](#people)',
  },
  storm: { default: 'as below', words: 'when many new items become a digest' },
  'storm.threshold': {
    default: '`20`',
    words: 'more new items than this for one channel in a minute become a digest; 1 to 10,000',
  },
  'storm.severe': {
    default: "`'high'`",
    words:
      "cases of this severity or a worse one are always messages of their own, never in a digest; `'none'`: no case is",
  },
  changes: { default: 'as below', words: 'how open cases are followed through the platform' },
  'changes.every': {
    default: "`'5m'`",
    words:
      'how often the reconciler looks for open cases in the platform, to see how they stand; 1 minute to 1 hour. Less often where a look takes many requests',
  },
  'changes.tell': {
    default: "`'important'`",
    words:
      "which changes of a case's state its thread tells. `'important'`: action taken, closed, no longer in the platform, and back from there; `'all'`; `'none'`",
  },
  personas: {
    default: "`'all'`",
    words:
      "of which new cases the bridge tells who they are about, as the platform knows them. `'severe'`: of those that `storm.severe` calls severe; `'none'`: of none, and nobody is asked for",
  },
  retention: { default: 'as below', words: 'how long the table keeps what names people' },
  'retention.cases': {
    default: "`'400d'`",
    words: "what was decided, from its last change: `'30d'` to `'3650d'`, not shorter than `deliveries`",
  },
  'retention.deliveries': {
    default: "`'90d'`",
    words:
      "what is shown of an item and where, from its last change: `'7d'` to `'3650d'`, not shorter than `poll.sweep.window`",
  },
  'retention.trail': {
    default: "`'400d'`",
    words: "the audit trail, from what happened: `'30d'` to `'3650d'`",
  },
  ops: { default: 'optional', words: 'where the bridge says what is wrong with the bridge' },
  'ops.to': {
    default: 'optional',
    words:
      'the destination where the bridge says what is wrong with the bridge. A channel of its own, best in the other chat: of a channel that refuses messages nobody can be told there',
  },
  canary: {
    default: 'optional',
    words: 'a synthetic case that the bridge sends itself, to see whether the whole way works',
  },
  'canary.every': {
    default: 'none',
    words:
      'how often the bridge sends itself [a test of the whole way](operations.md#a-test-of-the-whole-way); 1 hour to 7 days',
  },
  'canary.to': {
    default: '`ops.to`',
    words: 'the destinations that it goes to: channels with a bot in them',
  },
  requests: { default: 'as below', words: 'the addresses that chats call' },
  'requests.path': {
    default: "the last part of the stack's id",
    words:
      'the part of the addresses that nobody can guess: 20 to 64 letters, digits, dashes and underscores',
  },
  'requests.stackPath': {
    default: "`'drop'`",
    words:
      "beside a `path` of yours: `'keep'` the addresses with the stack's id until chats and systems have the new ones",
  },
  'requests.reserved': {
    default: 'optional',
    words: 'how many runs of the action function AWS keeps free for it: 10 to 1,000',
  },
  encryption: { default: 'optional', words: 'a key of your own for all that is kept' },
  'encryption.key': {
    default: "a key of AWS's own",
    words:
      "`'create'`, or the ARN of a KMS key of yours, for table, queues, topic, archive and logs ([deploy.md](deploy.md#a-key-of-your-own))",
  },
  network: { default: 'optional', words: 'a VPC of your own for the functions' },
  'network.subnets': {
    default: 'no VPC',
    words:
      '1 to 16 private subnets in which all functions run, with a way out ([deploy.md](deploy.md#a-vpc-of-your-own-and-a-fixed-address))',
  },
  'network.securityGroups': { words: '1 to 5 security groups; needed with `subnets`' },
  archive: { default: 'optional', words: 'a copy of the audit trail that nobody can change' },
  'archive.lock': {
    words:
      "`'compliance'`: until its days are over nobody can delete what is archived, not the account's root user and not AWS Support. `'governance'`: people with the right `s3:BypassGovernanceRetention` can, which administrators have, once they have removed the policy of the bucket. There is no default: the first cannot be undone",
  },
  'archive.days': {
    default: '`400`',
    words:
      'for how long each object is locked: 1 to 36,500. S3 keeps it after that, until somebody deletes it. Another number counts for new objects',
  },
  monitoring: {
    default: "`'lean'`",
    words:
      "`'lean'`: one metric that says whether the bridge is well, and one alarm on it, $0.40 a month however many domains there are. `'full'`: besides, a metric for all that can be counted, an alarm for each thing that can be wrong, and a dashboard. `'none'`: no metric and no alarm, for those who watch the log or the table themselves",
  },
};
