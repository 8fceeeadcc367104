import type { SignalCategory } from '../schemas/integration.ts';

export type ConnectorType = {
  readonly type: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly signals: readonly SignalCategory[];
};

/** A connector type is derived from its name, unless given. */
const connector = (
  name: string,
  category: string,
  description: string,
  signals: readonly SignalCategory[],
  type = name.toLowerCase().replaceAll(' ', '_'),
): ConnectorType => ({ type, name, category, description, signals });

export const CONNECTORS: readonly ConnectorType[] = [
  connector('Cloud Directory', 'identity', 'Accounts, groups, roles and sign-ins.', ['core_iam', 'mfa']),
  connector('Productivity Suite', 'collaboration', 'Mail, files and calendars.', [
    'productivity',
    'communications',
  ]),
  connector('Endpoint Protection', 'endpoint', 'Alerts and health of managed devices.', [
    'endpoint_security',
    'device_trust',
  ]),
  connector('Team Chat', 'collaboration', 'Channels, members and message metadata.', ['communications']),
  connector(
    'Push Authenticator',
    'identity',
    'Second-factor prompts and their answers.',
    ['mfa'],
    'push_mfa',
  ),
  connector('Passkey Service', 'identity', 'Registered passkeys and their use.', [
    'passwordless',
    'device_trust',
  ]),
  connector('Badge Access', 'facility', 'CircuitBreaker events of offices and labs.', ['physical_access']),
  connector('Customer Records', 'application', 'Record access and exports.', ['saas'], 'crm'),
  connector('Identity Governance', 'identity', 'Access requests, reviews and removals.', ['iga', 'core_iam']),
  connector('Privileged Vault', 'identity', 'Check-outs of administrative credentials.', ['pam']),
  connector('Web Gateway', 'network', 'Outbound web traffic by user.', ['network']),
  connector('Zero Trust Proxy', 'network', 'Per-application access decisions.', ['zero_trust', 'network']),
  connector('Cloud Platform', 'cloud', 'Control-plane activity of subscriptions.', [
    'cloud',
    'infrastructure',
  ]),
  connector('Code Hosting', 'application', 'Repositories, tokens and pipelines.', ['saas', 'infrastructure']),
  connector('Server Logs', 'infrastructure', 'System logs of servers.', ['infrastructure']),
];
