import {useLoad} from "../../parts/use-load.ts";
import {Refusal} from "../../service/api.ts";
import {service} from "../../service/service.ts";

/** How many of the things that run are asked for their runs, and how many runs each answers. */
const MOST_ASKED = 12;
const RUNS_EACH = 5;
const MOST_SHOWN = 40;

/** A run, with what it is a run of. */
export interface Recent<P, R> {
  parent: P;
  run: R;
}

/** The latest runs, and how many things were asked for them. */
export interface Recently<P, R> {
  recent: Recent<P, R>[];
  asked: number;
  /** Whether there are more things than were asked. */
  isPart: boolean;
}

interface RecentOptions<P, R, L> {
  ranAt: (parent: P) => string | undefined;
  /** The path of a thing's runs; `undefined` for one that has none. */
  runsOf: (parent: P) => string | undefined;
  /** Makes a run of a row of another form. Such lists are not cut. */
  runOf?: (row: L, parent: P) => R;
}

/**
 * The latest runs of the things of a list. The API lists runs below what they are runs of, so the list is asked first, and
 * then those that ran last: thirteen calls at most.
 */
export function useRecent<P, R extends {createdAt: string}, L = R>(
  list: string,
  {ranAt, runsOf, runOf}: RecentOptions<P, R, L>,
) {
  return useLoad(
    async (signal): Promise<Recently<P, R>> => {
      const page = await service.list<P>(list, {signal});
      const able = page.rows
        .filter(parent => runsOf(parent) !== undefined)
        .toSorted((a, b) => (ranAt(b) ?? "").localeCompare(ranAt(a) ?? ""));
      const parents = able.slice(0, MOST_ASKED);
      const found = await Promise.all(
        parents.map(async parent => {
          const {rows} = await service
            .list<L>(runOf ? (runsOf(parent) ?? "") : `${runsOf(parent)}?limit=${RUNS_EACH}`, {signal})
            .catch(noneIfGone<L>);
          return rows.map(row => ({parent, run: runOf ? runOf(row, parent) : (row as unknown as R)}));
        }),
      );
      const recent = found
        .flat()
        .toSorted((a, b) => b.run.createdAt.localeCompare(a.run.createdAt))
        .slice(0, MOST_SHOWN);
      return {
        recent,
        asked: parents.length,
        isPart: able.length > parents.length || page.next !== undefined,
      };
    },
    [list],
  );
}

/** What was deleted between the two calls has no runs. */
function noneIfGone<R>(error: unknown): {rows: R[]} {
  if (error instanceof Refusal && error.status === 404) return {rows: []};
  throw error;
}
