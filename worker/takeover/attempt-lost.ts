/**
 * Ends an attempt at a job that another attempt has taken over, because the worker of this one counted as dead, or that
 * was returned to the queue. A task that returned instead would lose the job for the other attempt: graphile-worker
 * deletes the job of a task that returns, whoever has locked it, but fails a job only for the worker that has.
 */
export class AttemptLost extends Error {
  override readonly name = "AttemptLost";
  override readonly message =
    "another attempt takes the job over: the worker of this one was taken for dead, or has returned the job";
}
