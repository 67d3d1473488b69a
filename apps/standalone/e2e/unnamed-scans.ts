const QUEUE = 'takes what is due, whosever it is, and names the mailboxes of what it took in all that follows';
const UPKEEP = 'goes through the whole installation in the background, by a small index or by ids that rise with time';
const GAUGE = 'counts for the whole installation what waits, by a small index, up to a limit';
const OPERATOR = 'is a view of the operator over all tenants, or settles what it shows';
const REPORT = 'knows a return path alone, by which a report tells of what it reports';
const FEED =
  'follows the feed of many mailboxes in the order of its transactions; the feed is to be parted by time as well';
const ENDPOINT = 'is of a webhook, which may be for all mailboxes of a tenant';
const BY_ID = 'looks for the mailbox of an id, for a caller that is bound to none (docs/adr/0072)';

/** What some statements read of tables of mail without naming the mailbox, as `table name`, and why. */
const unnamed = (why: string, reads: readonly string[], names: readonly string[]) =>
  names.map((name) => ({ name, reads, why }));

const operatorJobs = ['needs_person', 'failed', 'retry', 'all'].flatMap((filter) => [
  `operator-jobs-${filter}`,
  `operator-jobs-${filter}-edge`,
]);

export const unnamedScans = [
  ...unnamed(BY_ID, ['email placed'], ['email-find', 'email-find-full', 'email-mark-read']),
  ...unnamed(BY_ID, ['email placed'], ['task-email-find', 'task-email-set-status']),
  ...unnamed(BY_ID, ['attachment placed'], ['attachment-find']),
  ...unnamed(BY_ID, ['outbound_job placed'], ['job-status']),
  ...unnamed(QUEUE, ['outbound_job outbound_job'], ['outbound-claim', 'outbound-due']),
  ...unnamed(
    QUEUE,
    ['webhook_delivery d', 'webhook_delivery webhook_delivery'],
    ['webhook-claim', 'webhook-claim-look', 'webhook-claim-by-endpoint', 'webhook-claim-by-endpoint-look'],
  ),
  ...unnamed(QUEUE, ['webhook_delivery d'], ['webhook-claim-these']),
  ...unnamed(FEED, ['feed_event feed_event'], ['feed-read', 'feed-read-named']),
  ...unnamed(REPORT, ['outbound_recipient r'], ['report-by-return-path']),
  ...unnamed(REPORT, ['outbound_job j'], ['report-by-return-path-of-job']),
  ...unnamed(REPORT, ['outbound_job outbound_job', 'outbound_recipient r'], ['return-path-mailbox']),
  ...unnamed(
    ENDPOINT,
    ['webhook_delivery webhook_delivery'],
    [
      ...['webhook-delivery-list-asc', 'webhook-delivery-list-desc', 'webhook-delivery-find'],
      ...['webhook-delivery-inspect', 'webhook-delivery-replay', 'webhook-delivery-replay-ended'],
    ],
  ),
  ...unnamed(GAUGE, ['email email'], ['inbound-count-unready', 'search-flood']),
  ...unnamed(GAUGE, ['email e'], ['inbound-oldest-unsealed']),
  ...unnamed(GAUGE, ['email_task email_task'], ['tasks-count']),
  ...unnamed(GAUGE, ['outbound_job outbound_job'], ['outbound-count']),
  ...unnamed(GAUGE, ['webhook_delivery webhook_delivery'], ['webhook-count']),
  ...unnamed(UPKEEP, ['feed_event feed_event'], ['feed-newest', 'feed-trim']),
  ...unnamed(UPKEEP, ['email_task email_task'], ['mail-hours-count']),
  ...unnamed(UPKEEP, ['email_block email_block', 'email_index email_index'], ['search-unarranged']),
  ...unnamed(UPKEEP, ['email email'], ['search-ready']),
  ...unnamed(
    'asks whether there is anything in the index',
    ['email_index email_index'],
    ['search-home-claim', 'search-home-unsettled'],
  ),
  ...unnamed(UPKEEP, ['email email'], ['deletion-next-by-age']),
  ...unnamed(UPKEEP, ['webhook_delivery d'], ['webhook-end-disabled']),
  ...unnamed(UPKEEP, ['outbound_job outbound_job'], ['held-release', 'held-give-up', 'risk-facts']),
  ...unnamed('asks whether any mailbox still holds a message', ['email email'], ['deletion-unheld-messages']),
  ...unnamed(OPERATOR, ['outbound_job j'], [...operatorJobs, 'operator-jobs-waiting']),
  ...unnamed(OPERATOR, ['outbound_job placed'], ['operator-job', 'jobs-resolve']),
  ...unnamed(OPERATOR, ['outbound_recipient r'], ['jobs-unknown']),
];
