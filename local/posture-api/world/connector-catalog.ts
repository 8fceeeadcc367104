import type { SignalCategory } from '../schemas/integration.ts';

export type ConnectorType = {
  readonly type: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly signals: readonly SignalCategory[];
};

const connector = (
  type: string,
  name: string,
  category: string,
  description: string,
  ...signals: SignalCategory[]
): ConnectorType => ({ type, name, category, description, signals });

export const CONNECTORS: readonly ConnectorType[] = [
  connector(
    'cloud_directory',
    'Cloud Directory',
    'identity',
    'Accounts, groups, roles and sign-ins.',
    'core_iam',
    'mfa',
  ),
  connector(
    'productivity_suite',
    'Productivity Suite',
    'collaboration',
    'Mail, files and calendars.',
    'productivity',
    'communications',
  ),
  connector(
    'endpoint_protection',
    'Endpoint Protection',
    'endpoint',
    'Alerts and health of managed devices.',
    'endpoint_security',
    'device_trust',
  ),
  connector(
    'team_chat',
    'Team Chat',
    'collaboration',
    'Channels, members and message metadata.',
    'communications',
  ),
  connector('push_mfa', 'Push Authenticator', 'identity', 'Second-factor prompts and their answers.', 'mfa'),
  connector(
    'passkey_service',
    'Passkey Service',
    'identity',
    'Registered passkeys and their use.',
    'passwordless',
    'device_trust',
  ),
  connector(
    'badge_access',
    'Badge Access',
    'facility',
    'Door events of offices and labs.',
    'physical_access',
  ),
  connector('crm', 'Customer Records', 'application', 'Record access and exports.', 'saas'),
  connector(
    'identity_governance',
    'Identity Governance',
    'identity',
    'Access requests, reviews and removals.',
    'iga',
    'core_iam',
  ),
  connector(
    'privileged_vault',
    'Privileged Vault',
    'identity',
    'Check-outs of administrative credentials.',
    'pam',
  ),
  connector('web_gateway', 'Web Gateway', 'network', 'Outbound web traffic by user.', 'network'),
  connector(
    'zero_trust_proxy',
    'Zero Trust Proxy',
    'network',
    'Per-application access decisions.',
    'zero_trust',
    'network',
  ),
  connector(
    'cloud_platform',
    'Cloud Platform',
    'cloud',
    'Control-plane activity of subscriptions.',
    'cloud',
    'infrastructure',
  ),
  connector(
    'code_hosting',
    'Code Hosting',
    'application',
    'Repositories, tokens and pipelines.',
    'saas',
    'infrastructure',
  ),
  connector('server_logs', 'Server Logs', 'infrastructure', 'System logs of servers.', 'infrastructure'),
];
