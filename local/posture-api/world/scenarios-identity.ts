import { address, amount, city, client, host, type Scenario, scenariosOf, vendor } from './scenario.ts';

export const IDENTITY_SCENARIOS: readonly Scenario[] = [
  ...scenariosOf('privilege_escalation', [
    {
      title: 'Directory role assigned outside change control',
      seen: ['AuditLogs', 'identity', 'critical', ['persistence'], ['role_assignment']],
      summarize: (who, dice, when) =>
        `${who} was made ${dice.pick(['Global Administrator', 'Application Administrator', 'Privileged Role Administrator'])} at ${when}; no approval is on record.`,
    },
    {
      title: 'Secret added to a privileged application',
      seen: ['AuditLogs', 'identity', 'high', ['credential_access'], ['application_credential']],
      summarize: (who, dice) =>
        `${who} added a client secret to "${dice.pick(['Backup Orchestrator', 'HR Sync', 'Release Robot'])}", which may write to the whole directory.`,
    },
    {
      title: 'Subscription owner role granted to self',
      seen: ['AzureActivity', 'cloud', 'high', [], ['self_grant']],
      summarize: (who, dice) =>
        `${who} took the Owner role on the ${dice.pick(['production', 'shared-services', 'analytics'])} subscription and used it ${dice.between(1, 12)} minutes later.`,
    },
    {
      title: 'Nested group opens an administrative path',
      seen: ['IdentityDirectoryEvents', 'identity', 'medium', [], ['group_nesting']],
      summarize: (who, dice) =>
        `A group that contains ${who} was placed inside "${dice.pick(['Server Operators', 'Backup Admins', 'Tier 0 Access'])}", giving ${dice.between(2, 40)} accounts new rights.`,
    },
    {
      title: 'Sudo rule changed on a build server',
      seen: ['Syslog', 'endpoint', 'high', ['persistence'], ['sudoers_change']],
      summarize: (who, dice) =>
        `A session of ${who} from ${address(dice)} changed the sudo rules on ${host(dice)} and opened a root shell.`,
    },
  ]),
  ...scenariosOf('account_compromise', [
    {
      title: 'Impossible travel between two sign-ins',
      seen: ['SigninLogs', 'identity', 'high', ['access_anomaly'], ['impossible_travel']],
      summarize: (who, dice) =>
        `${who} signed in from ${city(dice)} and ${dice.between(12, 70)} minutes later from ${city(dice)} (${address(dice)}) on ${client(dice)}.`,
    },
    {
      title: 'Repeated second-factor prompts, then approval',
      seen: ['SigninLogs', 'identity', 'critical', ['credential_access'], ['mfa_fatigue']],
      summarize: (who, dice) =>
        `${who} declined ${dice.between(6, 38)} prompts and approved the next one; the session came from ${address(dice)}.`,
    },
    {
      title: 'Leaked credentials seen for the account',
      seen: ['AADUserRiskEvents', 'identity', 'high', ['credential_access'], ['leaked_credentials']],
      summarize: (who, dice) =>
        `A password of ${who} turned up in a published list and still worked ${dice.between(1, 9)} hours later.`,
    },
    {
      title: 'Phishing message opened and credentials entered',
      seen: ['UrlClickEvents', 'email', 'high', ['phishing'], ['credential_phishing']],
      summarize: (who, dice) =>
        `${who} followed a link in "${dice.pick(['Your mailbox is full', 'Updated payslip', 'Shared document waiting'])}" and sent a form to a page registered ${dice.between(1, 6)} days ago.`,
    },
    {
      title: 'Sign-in with a replayed session token',
      seen: ['IdentityLogonEvents', 'identity', 'critical', [], ['token_replay']],
      summarize: (who, dice) =>
        `A token issued to ${who} on ${host(dice)} was used from ${address(dice)} in ${city(dice)} without a fresh sign-in.`,
    },
  ]),
  ...scenariosOf('sabotage', [
    {
      title: 'Mass deletion of shared files',
      seen: ['CloudAppEvents', 'cloud', 'critical', ['impact'], ['mass_deletion']],
      summarize: (who, dice) =>
        `${who} deleted ${dice.between(600, 9000)} files and emptied the recycle bin within ${dice.between(4, 30)} minutes.`,
    },
    {
      title: 'Backup retention shortened',
      seen: ['AzureActivity', 'cloud', 'critical', ['defense_evasion'], ['backup_tampering']],
      summarize: (who, dice) =>
        `${who} cut the retention of ${dice.between(2, 16)} backup vaults from 35 days to ${dice.between(0, 2)}.`,
    },
    {
      title: 'Audit logging switched off on a server',
      seen: ['SecurityEvent', 'endpoint', 'high', ['defense_evasion'], ['log_tampering']],
      summarize: (who, dice, when) =>
        `The security log of ${host(dice)} was cleared and auditing stopped at ${when} in a session of ${who}.`,
    },
    {
      title: 'Accounts of a whole team disabled',
      seen: ['AADProvisioningLogs', 'identity', 'high', ['impact'], ['account_lockout']],
      summarize: (who, dice) =>
        `A provisioning job edited by ${who} disabled ${dice.between(8, 64)} accounts of one department.`,
    },
    {
      title: 'Destructive commands in the deployment pipeline',
      seen: ['Syslog', 'endpoint', 'high', ['impact'], ['pipeline_tampering']],
      summarize: (who, dice) =>
        `${who} pushed a pipeline step to ${host(dice)} that removes ${dice.between(3, 22)} production volumes.`,
    },
  ]),
  ...scenariosOf('financial_fraud', [
    {
      title: 'Supplier bank details changed shortly before payment',
      seen: ['EmailEvents', 'email', 'critical', ['impersonation'], ['bank_detail_change']],
      summarize: (who, dice) =>
        `After a message posing as ${vendor(dice)}, ${who} replaced the bank account on an invoice of ${amount(dice)}.`,
    },
    {
      title: 'Payment request from a look-alike domain',
      seen: ['EmailUrlInfo', 'email', 'high', ['phishing'], ['business_email_compromise']],
      summarize: (who, dice) =>
        `${who} answered a request for ${amount(dice)} from a domain that differs from ${vendor(dice)} by one letter.`,
    },
    {
      title: 'Payroll data exported and edited',
      seen: ['CloudAppEvents', 'behavioral', 'high', ['collection'], ['payroll_tampering']],
      summarize: (who, dice, when) =>
        `${who} exported the payroll run at ${when} and changed ${dice.between(1, 5)} salary accounts.`,
    },
    {
      title: 'Approval limits avoided by splitting an order',
      seen: ['BehaviorAnalytics', 'behavioral', 'medium', ['policy_violation'], ['split_purchase']],
      summarize: (who, dice) =>
        `${who} booked ${dice.between(3, 9)} orders with ${vendor(dice)} just under the approval limit, ${amount(dice)} in all.`,
    },
    {
      title: 'Invoice message delivered again after removal',
      seen: ['EmailPostDeliveryEvents', 'email', 'medium', ['phishing'], ['invoice_fraud']],
      summarize: (who, dice) =>
        `An invoice over ${amount(dice)} that was removed as fraudulent was restored to the inbox by ${who}.`,
    },
  ]),
];
