import { explainWith } from '../../outbox/explain-with.ts';

/** For the operators, who read it in a notice. */
export const explainRefusal = explainWith([
  [
    /AADSTS7000222/,
    "The bot's client secret has expired. Make a new one in Entra, and put it into its parameter.",
  ],
  [
    /AADSTS7000229/,
    'The application has no enterprise application (service principal) in the tenant. Create it: az ad sp create --id APP_ID.',
  ],
  [
    /AADSTS7000215|\binvalid_client\b/,
    "The bot's client secret is wrong, or was deleted. Put the Value of a valid one into its parameter.",
  ],
  [
    /AADSTS(700016|90002)/,
    'Entra does not find the application or the tenant. Compare teams.appId, teams.tenantId and teams.cloud, then deploy.',
  ],
  [
    /\bBotNotInConversationRoster\b/,
    'The app is not in the team, or was removed from it. Add the app to the team again.',
  ],
  [
    /\b(ConversationNotFound|http_404|TeamNotFound)\b/,
    'The channel was deleted, or its id is wrong. Restore it in Teams under Manage team, or name another channel in the configuration.',
  ],
  [
    /^the Workflow was answered/,
    'The Workflow was turned off or removed, or its address changed. Put the new address into its parameter.',
  ],
  [
    /\(403\)/,
    'The team or the channel was archived, or posting there is restricted. Unarchive it, or let the app post.',
  ],
]);
