import type {QueryProject} from "../../shared/querying/layers/query-project.ts";
import type {Filter} from "../../shared/semantic/documents.ts";
import type {Layer} from "../../shared/semantic/layers.ts";
import type {PlannedRollup} from "../../shared/semantic/rollup-matching/index.ts";
import type {BuildRun} from "./build-run.ts";

type RollupProject = Pick<QueryProject, "orgId" | "source" | "dialect" | "weekStart">;

/** A roll-up to be built, and the project and layer that it is built from. */
export interface Building {
  run: BuildRun;
  project: RollupProject;
  layer: Layer;
  planned: PlannedRollup;
}

/** The part of a build that one statement reads. */
export interface BuildSlice {
  filters: Filter[];
  /** The length of the period that one file holds; absent where one file holds all rows. */
  grain?: "day" | "month" | "year";
  /**
   * The range of periods to keep, by their first days. Set where the filters also let in rows of neighbouring periods,
   * because only the warehouse can tell in which period a row lies.
   */
  periods?: {from?: string; before?: string};
  /**
   * Set for the slice of rows without a time. It gets a file even if it has no rows, so that a build has at least one.
   */
  timeless?: boolean;
}
