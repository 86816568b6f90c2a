import type {Calls} from "../../core/workers/calls.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";

export interface SheetCalculator {
  calculateSheet(
    queryContext: QueryContext,
    sheet: Omit<Calls["calculate_sheet"]["request"], "orgId">,
  ): Promise<Calls["calculate_sheet"]["answer"]>;
}
