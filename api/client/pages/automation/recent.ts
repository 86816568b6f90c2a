import {useLoad} from "../../parts/use-load.ts";
import {Refusal} from "../../service/api.ts";
import {service} from "../../service/service.ts";

/** The maximum number of parents (schedules, actions, …) whose runs are requested, and of runs of each parent. */
const MAX_ASKED = 12;
const RUNS_EACH = 5;
const MAX_SHOWN = 40;

/** A run, with its parent: the schedule, action, agent or project. */
export interface Recent<P, R> {
  parent: P;
  run: R;
}

/** The latest runs, and the number of parents whose runs were requested. */
export interface RecentRuns<P, R> {
  recent: Recent<P, R>[];
  asked: number;
  /** Whether there are more parents than the requested ones. */
  isPart: boolean;
}

interface RecentOptions<P, R, L> {
  ranAt: (parent: P) => string | undefined;
  /** The path of a parent's runs; `undefined` for a parent that has none. */
  runsOf: (parent: P) => string | undefined;
  /** Converts a row of another form to a run. Such lists are requested without a limit. */
  runOf?: (row: L, parent: P) => R;
}

/**
 * The latest runs of the parents in `list`. The API lists runs only for each parent, so the parents are requested
 * first, and then the runs of the parents that ran last: thirteen calls at most.
 */
export function useRecent<P, R extends {createdAt: string}, L = R>(
  list: string,
  {ranAt, runsOf, runOf}: RecentOptions<P, R, L>,
) {
  return useLoad(
    async (signal): Promise<RecentRuns<P, R>> => {
      const page = await service.list<P>(list, {signal});
      const able = page.rows
        .filter(parent => runsOf(parent) !== undefined)
        .toSorted((a, b) => (ranAt(b) ?? "").localeCompare(ranAt(a) ?? ""));
      const parents = able.slice(0, MAX_ASKED);
      const found = await Promise.all(
        parents.map(async parent => {
          const {rows} = await service
            .list<L>(runOf ? (runsOf(parent) ?? "") : `${runsOf(parent)}?limit=${RUNS_EACH}`, {signal})
            .catch(emptyIfDeleted<L>);
          return rows.map(row => ({parent, run: runOf ? runOf(row, parent) : (row as unknown as R)}));
        }),
      );
      const recent = found
        .flat()
        .toSorted((a, b) => b.run.createdAt.localeCompare(a.run.createdAt))
        .slice(0, MAX_SHOWN);
      return {
        recent,
        asked: parents.length,
        isPart: able.length > parents.length || page.next !== undefined,
      };
    },
    [list],
  );
}

/** A parent that was deleted between the two calls has no runs. */
function emptyIfDeleted<R>(error: unknown): {rows: R[]} {
  if (error instanceof Refusal && error.status === 404) return {rows: []};
  throw error;
}
