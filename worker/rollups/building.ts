import type {QueryProject} from "../../shared/projects/query-project.ts";
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

/** The rows that one file holds. */
export interface Partition {
  /** The first day of its period, `null` for rows without a time; absent where one file holds all. */
  period?: string | null;
  filters: Filter[];
}
