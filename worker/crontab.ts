/** Every recurring job, in one place. */
export const CRONTAB = `
*/5 * * * * collect_garbage ?max=1
17 * * * * collect_snapshots ?max=1
37 * * * * collect_delivery_files ?max=1
`;
