import { address, amount, city, client, host, type Scenario, vendor } from './scenario.ts';

export const IDENTITY_SCENARIOS: readonly Scenario[] = [
  {
    type: 'privilege_escalation',
    title: 'Directory role assigned outside change control',
    source: 'AuditLogs',
    signal: 'identity',
    severity: 'critical',
    category: ['privilege_escalation', 'persistence'],
    subcategory: ['role_assignment'],
    summarize: (who, dice, when) =>
      `${who} was made ${dice.pick(['Global Administrator', 'Application Administrator', 'Privileged Role Administrator'])} at ${when}; no approval is on record.`,
  },
  {
    type: 'privilege_escalation',
    title: 'Secret added to a privileged application',
    source: 'AuditLogs',
    signal: 'identity',
    severity: 'high',
    category: ['privilege_escalation', 'credential_access'],
    subcategory: ['application_credential'],
    summarize: (who, dice) =>
      `${who} added a client secret to "${dice.pick(['Backup Orchestrator', 'HR Sync', 'Release Robot'])}", which may write to the whole directory.`,
  },
  {
    type: 'privilege_escalation',
    title: 'Subscription owner role granted to self',
    source: 'AzureActivity',
    signal: 'cloud',
    severity: 'high',
    category: ['privilege_escalation'],
    subcategory: ['self_grant'],
    summarize: (who, dice) =>
      `${who} took the Owner role on the ${dice.pick(['production', 'shared-services', 'analytics'])} subscription and used it ${dice.between(1, 12)} minutes later.`,
  },
  {
    type: 'privilege_escalation',
    title: 'Nested group opens an administrative path',
    source: 'IdentityDirectoryEvents',
    signal: 'identity',
    severity: 'medium',
    category: ['privilege_escalation'],
    subcategory: ['group_nesting'],
    summarize: (who, dice) =>
      `A group that contains ${who} was placed inside "${dice.pick(['Server Operators', 'Backup Admins', 'Tier 0 Access'])}", giving ${dice.between(2, 40)} accounts new rights.`,
  },
  {
    type: 'privilege_escalation',
    title: 'Sudo rule changed on a build server',
    source: 'Syslog',
    signal: 'endpoint',
    severity: 'high',
    category: ['privilege_escalation', 'persistence'],
    subcategory: ['sudoers_change'],
    summarize: (who, dice) =>
      `A session of ${who} from ${address(dice)} changed the sudo rules on ${host(dice)} and opened a root shell.`,
  },
  {
    type: 'account_compromise',
    title: 'Impossible travel between two sign-ins',
    source: 'SigninLogs',
    signal: 'identity',
    severity: 'high',
    category: ['account_compromise', 'access_anomaly'],
    subcategory: ['impossible_travel'],
    summarize: (who, dice) =>
      `${who} signed in from ${city(dice)} and ${dice.between(12, 70)} minutes later from ${city(dice)} (${address(dice)}) on ${client(dice)}.`,
  },
  {
    type: 'account_compromise',
    title: 'Repeated second-factor prompts, then approval',
    source: 'SigninLogs',
    signal: 'identity',
    severity: 'critical',
    category: ['account_compromise', 'credential_access'],
    subcategory: ['mfa_fatigue'],
    summarize: (who, dice) =>
      `${who} declined ${dice.between(6, 38)} prompts and approved the next one; the session came from ${address(dice)}.`,
  },
  {
    type: 'account_compromise',
    title: 'Leaked credentials seen for the account',
    source: 'AADUserRiskEvents',
    signal: 'identity',
    severity: 'high',
    category: ['account_compromise', 'credential_access'],
    subcategory: ['leaked_credentials'],
    summarize: (who, dice) =>
      `A password of ${who} turned up in a published list and still worked ${dice.between(1, 9)} hours later.`,
  },
  {
    type: 'account_compromise',
    title: 'Phishing message opened and credentials entered',
    source: 'UrlClickEvents',
    signal: 'email',
    severity: 'high',
    category: ['account_compromise', 'phishing'],
    subcategory: ['credential_phishing'],
    summarize: (who, dice) =>
      `${who} followed a link in "${dice.pick(['Your mailbox is full', 'Updated payslip', 'Shared document waiting'])}" and sent a form to a page registered ${dice.between(1, 6)} days ago.`,
  },
  {
    type: 'account_compromise',
    title: 'Sign-in with a replayed session token',
    source: 'IdentityLogonEvents',
    signal: 'identity',
    severity: 'critical',
    category: ['account_compromise'],
    subcategory: ['token_replay'],
    summarize: (who, dice) =>
      `A token issued to ${who} on ${host(dice)} was used from ${address(dice)} in ${city(dice)} without a fresh sign-in.`,
  },
  {
    type: 'sabotage',
    title: 'Mass deletion of shared files',
    source: 'CloudAppEvents',
    signal: 'cloud',
    severity: 'critical',
    category: ['sabotage', 'impact'],
    subcategory: ['mass_deletion'],
    summarize: (who, dice) =>
      `${who} deleted ${dice.between(600, 9000)} files and emptied the recycle bin within ${dice.between(4, 30)} minutes.`,
  },
  {
    type: 'sabotage',
    title: 'Backup retention shortened',
    source: 'AzureActivity',
    signal: 'cloud',
    severity: 'critical',
    category: ['sabotage', 'defense_evasion'],
    subcategory: ['backup_tampering'],
    summarize: (who, dice) =>
      `${who} cut the retention of ${dice.between(2, 16)} backup vaults from 35 days to ${dice.between(0, 2)}.`,
  },
  {
    type: 'sabotage',
    title: 'Audit logging switched off on a server',
    source: 'SecurityEvent',
    signal: 'endpoint',
    severity: 'high',
    category: ['sabotage', 'defense_evasion'],
    subcategory: ['log_tampering'],
    summarize: (who, dice, when) =>
      `The security log of ${host(dice)} was cleared and auditing stopped at ${when} in a session of ${who}.`,
  },
  {
    type: 'sabotage',
    title: 'Accounts of a whole team disabled',
    source: 'AADProvisioningLogs',
    signal: 'identity',
    severity: 'high',
    category: ['sabotage', 'impact'],
    subcategory: ['account_lockout'],
    summarize: (who, dice) =>
      `A provisioning job edited by ${who} disabled ${dice.between(8, 64)} accounts of one department.`,
  },
  {
    type: 'sabotage',
    title: 'Destructive commands in the deployment pipeline',
    source: 'Syslog',
    signal: 'endpoint',
    severity: 'high',
    category: ['sabotage', 'impact'],
    subcategory: ['pipeline_tampering'],
    summarize: (who, dice) =>
      `${who} pushed a pipeline step to ${host(dice)} that removes ${dice.between(3, 22)} production volumes.`,
  },
  {
    type: 'financial_fraud',
    title: 'Supplier bank details changed shortly before payment',
    source: 'EmailEvents',
    signal: 'email',
    severity: 'critical',
    category: ['financial_fraud', 'impersonation'],
    subcategory: ['bank_detail_change'],
    summarize: (who, dice) =>
      `After a message posing as ${vendor(dice)}, ${who} replaced the bank account on an invoice of ${amount(dice)}.`,
  },
  {
    type: 'financial_fraud',
    title: 'Payment request from a look-alike domain',
    source: 'EmailUrlInfo',
    signal: 'email',
    severity: 'high',
    category: ['financial_fraud', 'phishing'],
    subcategory: ['business_email_compromise'],
    summarize: (who, dice) =>
      `${who} answered a request for ${amount(dice)} from a domain that differs from ${vendor(dice)} by one letter.`,
  },
  {
    type: 'financial_fraud',
    title: 'Payroll data exported and edited',
    source: 'CloudAppEvents',
    signal: 'behavioral',
    severity: 'high',
    category: ['financial_fraud', 'collection'],
    subcategory: ['payroll_tampering'],
    summarize: (who, dice, when) =>
      `${who} exported the payroll run at ${when} and changed ${dice.between(1, 5)} salary accounts.`,
  },
  {
    type: 'financial_fraud',
    title: 'Approval limits avoided by splitting an order',
    source: 'BehaviorAnalytics',
    signal: 'behavioral',
    severity: 'medium',
    category: ['financial_fraud', 'policy_violation'],
    subcategory: ['split_purchase'],
    summarize: (who, dice) =>
      `${who} booked ${dice.between(3, 9)} orders with ${vendor(dice)} just under the approval limit, ${amount(dice)} in all.`,
  },
  {
    type: 'financial_fraud',
    title: 'Invoice message delivered again after removal',
    source: 'EmailPostDeliveryEvents',
    signal: 'email',
    severity: 'medium',
    category: ['financial_fraud', 'phishing'],
    subcategory: ['invoice_fraud'],
    summarize: (who, dice) =>
      `An invoice over ${amount(dice)} that was removed as fraudulent was restored to the inbox by ${who}.`,
  },
];
