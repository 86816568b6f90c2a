/**
 * The processor time that this process has used, in ms. Unlike the clock it does not run on while other processes have
 * the machine, so that a bound on it holds on a busy one, too.
 */
export function processorMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}
