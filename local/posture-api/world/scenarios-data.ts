import { address, city, client, host, type Scenario, site, store } from './scenario.ts';

export const DATA_SCENARIOS: readonly Scenario[] = [
  {
    type: 'data_exfiltration',
    title: 'Mass download from a document library',
    source: 'OfficeActivity',
    signal: 'behavioral',
    severity: 'high',
    category: ['data_exfiltration', 'collection'],
    subcategory: ['mass_download'],
    summarize: (who, dice) =>
      `${who} downloaded ${dice.between(180, 2400)} files from the "${site(dice)}" library within ${dice.between(6, 55)} minutes, about ${dice.between(9, 40)} times the usual daily volume.`,
  },
  {
    type: 'data_exfiltration',
    title: 'Confidential attachment sent to a private address',
    source: 'EmailAttachmentInfo',
    signal: 'email',
    severity: 'high',
    category: ['data_exfiltration'],
    subcategory: ['email_exfiltration', 'sensitive_content'],
    summarize: (who, dice, when) =>
      `${who} mailed ${dice.between(2, 14)} attachments labelled Confidential to a private webmail address at ${when}.`,
  },
  {
    type: 'data_exfiltration',
    title: 'Upload to an unsanctioned cloud service',
    source: 'CloudAppEvents',
    signal: 'cloud',
    severity: 'medium',
    category: ['data_exfiltration', 'cloud_usage'],
    subcategory: ['unsanctioned_upload'],
    summarize: (who, dice) =>
      `${dice.between(1, 18)} GB left for ${store(dice)} from ${host(dice)} while signed in as ${who}.`,
  },
  {
    type: 'data_exfiltration',
    title: 'Large outbound transfer at the gateway',
    source: 'CommonSecurityLog',
    signal: 'network',
    severity: 'medium',
    category: ['data_exfiltration', 'network_anomaly'],
    subcategory: ['outbound_volume'],
    summarize: (who, dice) =>
      `The gateway saw ${dice.between(4, 60)} GB flow from ${host(dice)} to ${address(dice)}; ${who} was the only person signed in.`,
  },
  {
    type: 'data_exfiltration',
    title: 'Mailbox rule forwards to an outside address',
    source: 'EmailEvents',
    signal: 'email',
    severity: 'high',
    category: ['data_exfiltration', 'persistence'],
    subcategory: ['auto_forwarding'],
    summarize: (who, dice) =>
      `A new inbox rule of ${who} forwards mail matching "${dice.pick(['invoice', 'contract', 'offer', 'patent'])}" to a private webmail address; ${dice.between(3, 90)} messages have left so far.`,
  },
  {
    type: 'insider_threat',
    title: 'Unusual search across sensitive sites',
    source: 'BehaviorAnalytics',
    signal: 'behavioral',
    severity: 'medium',
    category: ['insider_threat', 'discovery'],
    subcategory: ['sensitive_search'],
    summarize: (who, dice) =>
      `${who} ran ${dice.between(30, 160)} searches over "${site(dice)}" and ${dice.between(2, 6)} other sites that nobody in the same team has opened this quarter.`,
  },
  {
    type: 'insider_threat',
    title: 'Out-of-hours access before a departure date',
    source: 'Anomalies',
    signal: 'behavioral',
    severity: 'high',
    category: ['insider_threat'],
    subcategory: ['off_hours_access', 'leaver'],
    summarize: (who, dice, when) =>
      `${who}, whose leaving date is ${dice.between(5, 28)} days away, opened ${dice.between(40, 300)} project files at ${when}.`,
  },
  {
    type: 'insider_threat',
    title: 'Directory reconnaissance from a workstation',
    source: 'IdentityQueryEvents',
    signal: 'identity',
    severity: 'medium',
    category: ['insider_threat', 'discovery'],
    subcategory: ['ldap_enumeration'],
    summarize: (who, dice) =>
      `${host(dice)} sent ${dice.between(400, 5200)} directory queries for privileged groups under the account of ${who}.`,
  },
  {
    type: 'insider_threat',
    title: 'Colleague mailbox opened without a business reason',
    source: 'OfficeActivity',
    signal: 'behavioral',
    severity: 'high',
    category: ['insider_threat', 'collection'],
    subcategory: ['mailbox_access'],
    summarize: (who, dice) =>
      `${who} read ${dice.between(12, 140)} messages in ${dice.between(1, 4)} mailboxes of other departments through delegated access.`,
  },
  {
    type: 'insider_threat',
    title: 'Removable drive filled before the weekend',
    source: 'SecurityEvent',
    signal: 'endpoint',
    severity: 'medium',
    category: ['insider_threat', 'collection'],
    subcategory: ['removable_media'],
    summarize: (who, dice) =>
      `${dice.between(3, 110)} GB were written to a removable drive on ${host(dice)} during a session of ${who}.`,
  },
  {
    type: 'policy_violation',
    title: 'Sensitive document shared with anyone who has the link',
    source: 'OfficeActivity',
    signal: 'behavioral',
    severity: 'medium',
    category: ['policy_violation'],
    subcategory: ['oversharing'],
    summarize: (who, dice) =>
      `${who} created ${dice.between(1, 9)} anonymous links to files in "${site(dice)}".`,
  },
  {
    type: 'policy_violation',
    title: 'Sign-in from a country outside the travel policy',
    source: 'SigninLogs',
    signal: 'identity',
    severity: 'low',
    category: ['policy_violation', 'access_anomaly'],
    subcategory: ['location_policy'],
    summarize: (who, dice) =>
      `${who} signed in from ${city(dice)} (${address(dice)}) using ${client(dice)} without a registered trip.`,
  },
  {
    type: 'policy_violation',
    title: 'Click on a blocked link was overridden',
    source: 'UrlClickEvents',
    signal: 'email',
    severity: 'medium',
    category: ['policy_violation', 'phishing'],
    subcategory: ['click_through'],
    summarize: (who, dice) =>
      `${who} passed the warning page ${dice.between(1, 3)} times and opened a link that was reported by ${dice.between(2, 31)} colleagues.`,
  },
  {
    type: 'policy_violation',
    title: 'Unapproved application given consent',
    source: 'AuditLogs',
    signal: 'identity',
    severity: 'medium',
    category: ['policy_violation', 'cloud_usage'],
    subcategory: ['oauth_consent'],
    summarize: (who, dice) =>
      `${who} allowed "${dice.pick(['Meeting Scribe', 'PDF Toolbox', 'Inbox Sweeper'])}" to read mail and files; the publisher is not verified.`,
  },
  {
    type: 'policy_violation',
    title: 'Local administrator tool run on a managed device',
    source: 'SecurityEvent',
    signal: 'endpoint',
    severity: 'low',
    category: ['policy_violation'],
    subcategory: ['unapproved_software'],
    summarize: (who, dice, when) =>
      `${who} started ${dice.pick(['a packet capture tool', 'a remote desktop tool', 'a disk imaging tool'])} on ${host(dice)} at ${when}.`,
  },
];
