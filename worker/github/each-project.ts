import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {GithubFault} from "../../shared/modeling/github/client.ts";

/**
 * Does the work for each project in turn, also after it has failed for others, because projects of several
 * organizations can follow one installation. Stops at a rate limit, which holds for all of them. Rejects with the first
 * error.
 */
export async function forEachProject<P>(
  projects: readonly P[],
  work: (project: P) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const project of projects) {
    try {
      await work(project);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      errors.push(error);
      if (error instanceof GithubFault && error.kind === "limited") break;
    }
  }
  if (errors.length > 0) throw errors[0];
}
