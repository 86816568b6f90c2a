import type {Calls} from "../../core/workers/calls.ts";
import type {Asking} from "../../querying/queries/query-runner.ts";

export interface SheetCalculator {
  calculateSheet(
    asking: Asking,
    sheet: Omit<Calls["calculate_sheet"]["request"], "orgId">,
  ): Promise<Calls["calculate_sheet"]["answer"]>;
}
