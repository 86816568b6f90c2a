/** Every recurring job, in one place. */
export const CRONTAB = `
*/10 * * * * collect_garbage ?max=1
`;
