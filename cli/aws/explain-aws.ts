import { AwsError } from '../../lib/base/aws/aws-error.ts';
import { addressOf } from '../frame/docs-page.ts';
import { CommandError } from '../frame/errors.ts';

const NO_CREDENTIALS =
  /CredentialsProviderError|UnrecognizedClient|ExpiredToken|InvalidSignature|InvalidClientTokenId|SignatureDoesNotMatch/;

/** AWS's most common errors before it says anything about the bridge, with what to do. Others stay as they are. */
export function explainAws(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  const { name, message } = error;
  const ofAws = error instanceof AwsError || '$metadata' in error || name === 'CredentialsProviderError';
  if (!ofAws) return error;
  const said = error instanceof AwsError ? message : `${name}: ${message}`;
  if (NO_CREDENTIALS.test(said)) {
    // The reason of a provider is long, and names files on this machine.
    const what = error instanceof AwsError ? message : name;
    return new CommandError(
      `${what}. AWS takes no credentials from here: is AWS_PROFILE set or --profile given, and are you signed in? ` +
        'For a profile that asks for a code (mfa_serial), run eval "$(aws configure export-credentials --format env)" before.',
    );
  }
  if (/ResourceNotFound/.test(said))
    return new CommandError(`${said}. Is the table of this name in this account and region?`);
  if (/AccessDenied|AuthorizationError/.test(said))
    return new CommandError(
      `${said}. The rights that each command needs are in ${addressOf('operations.md#which-rights-it-needs')}`,
    );
  return new CommandError(said);
}
