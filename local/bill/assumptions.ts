/** Values that are stated, not measured. docs/deploy.md says the same in words. */
export const ASSUMED = {
  /** Hours in a month, as AWS counts. */
  monthHours: 730,
  /**
   * How long a call takes from a function in the same region; `outside` is the API and the chats. Stated, so that
   * GB-seconds do not depend on the machine that counts.
   */
  latenciesMs: { dynamodb: 5, sqs: 10, ssm: 20, s3: 30, sns: 20, secretsmanager: 20, outside: 200 },
  /** From sending a message to the start of the function that its queue feeds. */
  handoverMs: 50,
  /**
   * What a run computes on one whole processor: for itself, and for each call that it makes. On a busy ARM machine an
   * idle poll with 3 calls took 8 to 12 ms, and a run of the reconciler with 6 calls 16 to 25 ms.
   */
  cpuMsOfRun: 6,
  cpuMsOfCall: 2,
  /** Lambda gives a whole processor with this many MB, and a share of it with less. */
  mbOfProcessor: 1_769,
  /**
   * How many long polls an event source makes at once on an empty queue, and how many seconds each takes. AWS documents
   * two for a standard queue without a maximum concurrency, and says nothing of FIFO queues.
   */
  pollersOfSource: 5,
  pollersOfUnlimitedSource: 2,
  longPollSeconds: 20,
  /** SQS counts one request for each of these. */
  queueRequestBytes: 65_536,
  /** What Lambda logs for each run (start and report, in JSON) unless its level is WARN, and what CloudWatch adds to each line. */
  logBytesOfRun: 440,
  logLinesOfRun: 2,
  logBytesOfLine: 26,
  /** What the HTTP API writes for each request. */
  logBytesOfRequest: 350,
  /** How much smaller logs are in storage. */
  logCompression: 0.15,
  /** KMS, with a customer's own key: DynamoDB asks once in five minutes for each function, SQS once an hour. */
  keyRequestsOfFunctionAnHour: 13,
} as const;
