/** What the bridge does for an endpoint that takes nothing. */
export const MEANWHILE =
  'The bridge keeps everything that it is to be told, for as long as the configuration says, tries again after 5 seconds, 5 minutes, 30 minutes, then every few hours and when something new comes, and then sends what waited, in order.';

const BY_STATUS: Readonly<Record<string, string>> = {
  'HTTP 401':
    'The receiver does not accept the signature or a header. Put valid secrets into the parameters.',
  'HTTP 403':
    'The receiver does not accept the signature or a header, or lets nobody in from there. Put valid secrets into the parameters.',
  'HTTP 404': 'The receiver has nothing at this address. Check `url` in the configuration.',
  'HTTP 410': 'The receiver says that this endpoint is gone for good. Give it another `url`, or take it out.',
  'HTTP 429': 'The receiver takes no more for now.',
};

/** As AWS names what its queues and buses refuse. */
const BY_FAULT: readonly (readonly [RegExp, string])[] = [
  [
    /^Kms(AccessDenied|OptIn)/,
    'The bridge may not use the key of the queue. Name the key in `key`, and add the policy that `npx posture-bridge policies` prints to the key.',
  ],
  [/^Kms(?!Throttled)/, 'The key of the queue is disabled, gone or of another kind. Look at it in KMS.'],
  [
    /^(AccessDenied|NotAuthorized|InvalidSecurity)/,
    'The bridge may not send there. Add the policy that `npx posture-bridge policies` prints to the queue or the bus; of one of the same account, deploy the bridge again.',
  ],
  [
    /^(QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)/,
    'There is no such queue. Make it again, or name another one in `queueUrl`.',
  ],
  [/^ResourceNotFoundException/, 'There is no such event bus. Make it again, or name another one in `bus`.'],
  [/^(Throttl|RequestThrottled|KmsThrottled)/, 'AWS takes no more there for now.'],
];

/** What a reason means and what to do, in sentences for operators. */
export function explainRefusal(reason: string): string {
  const known = BY_STATUS[reason];
  if (known) return known;
  const [, byFault] = BY_FAULT.find(([name]) => name.test(reason)) ?? [];
  if (byFault) return byFault;
  if (reason.startsWith('HTTP 3'))
    return 'The receiver redirects, and redirects are never followed. Put the address that it redirects to into `url`.';
  if (reason.startsWith('HTTP 4'))
    return 'The receiver refuses all that it is sent. Many answer so to a signature that they do not accept: compare the secrets on both sides.';
  if (reason.startsWith('HTTP 5'))
    return 'The receiver fails. Nothing has to be done here if it is being repaired.';
  if (reason.startsWith('secret:'))
    return 'The signing secret or a header cannot be read. Put it into its parameter: whsec_... or whsk_...';
  if (reason === 'the receiver asked to stop')
    return 'The receiver answered with `webhook-delivery: disable`: it wants nothing more.';
  if (reason.includes('not public'))
    return 'The address leads to a place that is not public, which the bridge never calls. In a VPC, name the range in `privateRanges`.';
  if (/CERT|SIGNED|ALTNAME|SSL|TLS/i.test(reason))
    return 'The certificate of the receiver is not valid for this address.';
  return 'The receiver does not answer. Nothing has to be done here if it is down.';
}
