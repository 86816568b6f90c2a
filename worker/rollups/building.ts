import type {QueryProject} from "../../shared/layers/query-project.ts";
import type {Layer} from "../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../shared/semantic/query.ts";
import type {PlannedRollup} from "../../shared/semantic/rollups/answer.ts";
import type {BuildRun} from "./build-run.ts";

type RollupProject = Pick<QueryProject, "orgId" | "source" | "dialect" | "weekStart">;

/** A roll-up to be built, and where from. */
export interface Building {
  run: BuildRun;
  project: RollupProject;
  layer: Layer;
  planned: PlannedRollup;
}

/** Rows that one statement reads. */
export interface Stretch {
  filters: Filter[];
  /** The length of the periods that become a file each; absent where one file holds all rows. */
  grain?: "day" | "month" | "year";
  /**
   * The periods whose rows are kept, by their first days, where the filters let in rows of others, too: only the
   * warehouse can tell which period a row lies in.
   */
  periods?: {from?: string; before?: string};
  /** Set for rows without a time, which have a file even where there are none: then there is one in any case. */
  timeless?: boolean;
}
