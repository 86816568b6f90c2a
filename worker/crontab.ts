/** Every recurring job, in one place. */
export const CRONTAB = `
* * * * * take_due ?max=1&jobKey=take_due
*/5 * * * * collect_garbage ?max=1
17 * * * * collect_snapshots ?max=1
37 * * * * collect_delivery_files ?max=1
`;

/** Those of billing, where Stripe is configured. */
export const BILLING_CRONTAB = `
*/10 * * * * report_usage ?jobKey=report_usage
11 3 * * * reconcile_billing ?jobKey=reconcile_billing
`;
