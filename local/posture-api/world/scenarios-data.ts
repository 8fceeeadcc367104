import { address, city, client, host, type Scenario, scenariosOf, site, store } from './scenario.ts';

export const DATA_SCENARIOS: readonly Scenario[] = [
  ...scenariosOf('data_exfiltration', [
    {
      title: 'Mass download from a document library',
      seen: ['OfficeActivity', 'behavioral', 'high', ['collection'], ['mass_download']],
      summarize: (who, dice) =>
        `${who} downloaded ${dice.between(180, 2400)} files from the "${site(dice)}" library within ${dice.between(6, 55)} minutes, about ${dice.between(9, 40)} times the usual daily volume.`,
    },
    {
      title: 'Confidential attachment sent to a private address',
      seen: ['EmailAttachmentInfo', 'email', 'high', [], ['email_exfiltration', 'sensitive_content']],
      summarize: (who, dice, when) =>
        `${who} mailed ${dice.between(2, 14)} attachments labelled Confidential to a private webmail address at ${when}.`,
    },
    {
      title: 'Upload to an unsanctioned cloud service',
      seen: ['CloudAppEvents', 'cloud', 'medium', ['cloud_usage'], ['unsanctioned_upload']],
      summarize: (who, dice) =>
        `${dice.between(1, 18)} GB left for ${store(dice)} from ${host(dice)} while signed in as ${who}.`,
    },
    {
      title: 'Large outbound transfer at the gateway',
      seen: ['CommonSecurityLog', 'network', 'medium', ['network_anomaly'], ['outbound_volume']],
      summarize: (who, dice) =>
        `The gateway saw ${dice.between(4, 60)} GB flow from ${host(dice)} to ${address(dice)}; ${who} was the only person signed in.`,
    },
    {
      title: 'Mailbox rule forwards to an outside address',
      seen: ['EmailEvents', 'email', 'high', ['persistence'], ['auto_forwarding']],
      summarize: (who, dice) =>
        `A new inbox rule of ${who} forwards mail matching "${dice.pick(['invoice', 'contract', 'offer', 'patent'])}" to a private webmail address; ${dice.between(3, 90)} messages have left so far.`,
    },
  ]),
  ...scenariosOf('insider_threat', [
    {
      title: 'Unusual search across sensitive sites',
      seen: ['BehaviorAnalytics', 'behavioral', 'medium', ['discovery'], ['sensitive_search']],
      summarize: (who, dice) =>
        `${who} ran ${dice.between(30, 160)} searches over "${site(dice)}" and ${dice.between(2, 6)} other sites that nobody in the same team has opened this quarter.`,
    },
    {
      title: 'Out-of-hours access before a departure date',
      seen: ['Anomalies', 'behavioral', 'high', [], ['off_hours_access', 'leaver']],
      summarize: (who, dice, when) =>
        `${who}, whose leaving date is ${dice.between(5, 28)} days away, opened ${dice.between(40, 300)} project files at ${when}.`,
    },
    {
      title: 'Directory reconnaissance from a workstation',
      seen: ['IdentityQueryEvents', 'identity', 'medium', ['discovery'], ['ldap_enumeration']],
      summarize: (who, dice) =>
        `${host(dice)} sent ${dice.between(400, 5200)} directory queries for privileged groups under the account of ${who}.`,
    },
    {
      title: 'Colleague mailbox opened without a business reason',
      seen: ['OfficeActivity', 'behavioral', 'high', ['collection'], ['mailbox_access']],
      summarize: (who, dice) =>
        `${who} read ${dice.between(12, 140)} messages in ${dice.between(1, 4)} mailboxes of other departments through delegated access.`,
    },
    {
      title: 'Removable drive filled before the weekend',
      seen: ['SecurityEvent', 'endpoint', 'medium', ['collection'], ['removable_media']],
      summarize: (who, dice) =>
        `${dice.between(3, 110)} GB were written to a removable drive on ${host(dice)} during a session of ${who}.`,
    },
  ]),
  ...scenariosOf('policy_violation', [
    {
      title: 'Sensitive document shared with anyone who has the link',
      seen: ['OfficeActivity', 'behavioral', 'medium', [], ['oversharing']],
      summarize: (who, dice) =>
        `${who} created ${dice.between(1, 9)} anonymous links to files in "${site(dice)}".`,
    },
    {
      title: 'Sign-in from a country outside the travel policy',
      seen: ['SigninLogs', 'identity', 'low', ['access_anomaly'], ['location_policy']],
      summarize: (who, dice) =>
        `${who} signed in from ${city(dice)} (${address(dice)}) using ${client(dice)} without a registered trip.`,
    },
    {
      title: 'Click on a blocked link was overridden',
      seen: ['UrlClickEvents', 'email', 'medium', ['phishing'], ['click_through']],
      summarize: (who, dice) =>
        `${who} passed the warning page ${dice.between(1, 3)} times and opened a link that was reported by ${dice.between(2, 31)} colleagues.`,
    },
    {
      title: 'Unapproved application given consent',
      seen: ['AuditLogs', 'identity', 'medium', ['cloud_usage'], ['oauth_consent']],
      summarize: (who, dice) =>
        `${who} allowed "${dice.pick(['Meeting Scribe', 'PDF Toolbox', 'Inbox Sweeper'])}" to read mail and files; the publisher is not verified.`,
    },
    {
      title: 'Local administrator tool run on a managed device',
      seen: ['SecurityEvent', 'endpoint', 'low', [], ['unapproved_software']],
      summarize: (who, dice, when) =>
        `${who} started ${dice.pick(['a packet capture tool', 'a remote desktop tool', 'a disk imaging tool'])} on ${host(dice)} at ${when}.`,
    },
  ]),
];
