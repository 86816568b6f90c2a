import type {WorkerEvents} from "graphile-worker";

const INTERVAL_MS = 10;

/**
 * Wakes the workers of a pool at once for the first of several new jobs, and every 10 ms for the jobs that follow. Each
 * pool is notified of the jobs of all pools, and would look for a job of its own, with a statement, whenever any is
 * added: 5.3 statements for each queued query. graphile-worker has no setting for this, so the pool's `nudge` is
 * replaced (`bench/limits.md`, queue).
 */
export function wakeAtIntervals(events: WorkerEvents): void {
  events.on("pool:create", ({workerPool}) => {
    const wake = workerPool.nudge.bind(workerPool);
    let waiting = 0;
    let isStopping = false;
    let timer: NodeJS.Timeout | undefined;
    const pass = () => {
      const jobs = waiting;
      waiting = 0;
      timer = jobs > 0 ? setTimeout(pass, INTERVAL_MS) : undefined;
      // A worker that has stopped must not be woken.
      if (jobs > 0 && !isStopping) wake(jobs);
    };
    workerPool.nudge = jobs => {
      waiting += jobs;
      if (timer === undefined) pass();
    };
    events.on("pool:gracefulShutdown", () => {
      isStopping = true;
    });
    events.on("pool:forcefulShutdown", () => {
      isStopping = true;
    });
  });
}
