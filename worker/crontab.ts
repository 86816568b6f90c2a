/** The recurring jobs of every deployment. */
export const CRONTAB = `
* * * * * take_due ?max=1&jobKey=take_due
*/5 * * * * collect_garbage ?max=1
17 * * * * collect_snapshots ?max=1
37 * * * * collect_delivery_files ?max=1
`;

/** The recurring jobs of billing, where Stripe is configured. */
export const BILLING_CRONTAB = `
*/10 * * * * report_usage ?jobKey=report_usage
11 3 * * * reconcile_billing ?jobKey=reconcile_billing
`;

/** The recurring jobs of a GitHub App, where one is configured. */
export const GITHUB_CRONTAB = `
*/10 * * * * redeliver_github ?jobKey=redeliver_github
23 2 * * * compare_heads ?jobKey=compare_heads
`;
