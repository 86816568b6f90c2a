/** Every recurring job, in one place. */
export const CRONTAB = `
* * * * * take_due ?max=1&jobKey=take_due
*/5 * * * * collect_garbage ?max=1
17 * * * * collect_snapshots ?max=1
37 * * * * collect_delivery_files ?max=1
`;
