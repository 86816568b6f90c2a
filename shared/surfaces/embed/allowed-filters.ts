import {fieldsOf} from "../../content/dashboards/check-filters.ts";
import type {DashboardFilter} from "../../content/dashboards/schemas.ts";
import {type ErrorDetail, ServiceError} from "../../core/errors.ts";
import type {Filter} from "../../semantic/documents.ts";

/** Throws `invalid_filter` for a filter on a field that the dashboard does not declare. */
export function checkAllowedFilters(filters: readonly Filter[], declared: readonly DashboardFilter[]): void {
  const allowed = declared.map(({field}) => field);
  const errors = filters.flatMap((filter, index): ErrorDetail[] => {
    const other = fieldsOf(filter).find(field => !allowed.includes(field));
    if (other === undefined) return [];
    const hint =
      allowed.length > 0
        ? ` The dashboard has filters on ${allowed.join(", ")}.`
        : " The dashboard has no filters.";
    const message = `"${other}" is not a filter of the embedded resource.${hint}`;
    return [{path: `/filters/${index}`, message, allowed}];
  });
  if (errors[0]) throw new ServiceError("invalid_filter", errors[0].message, {errors});
}
