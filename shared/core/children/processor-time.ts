/** The unit of times in `/proc`, which is the same on every Linux. */
const TICK_MS = 10;

/**
 * The processor time in ms of a process and of its children that have ended, from its line in `/proc/<pid>/stat`:
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function processorMsOf(stat: string): number {
  // The name, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}
