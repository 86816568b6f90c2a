import type {Actor} from "../../core/actor.ts";
import {agentTools} from "./agents.ts";
import {chartImageTool} from "./chart-image.ts";
import {discoverTools} from "./discover.ts";
import {fieldTools} from "./fields.ts";
import {modelTools} from "./models.ts";
import {peopleTools} from "./people.ts";
import {changeTools} from "./resources/change-tools.ts";
import {CREATED} from "./resources/kinds.ts";
import {runTools} from "./run-schedule-or-action.ts";
import {runSqlTool} from "./run-sql.ts";
import type {Tool} from "./tool.ts";
import {validateTools} from "./validate.ts";

/** Every tool, in the order in which an agent needs them: discover, validate, create, run. */
export const TOOLS: readonly Tool[] = [
  ...peopleTools,
  ...discoverTools,
  ...modelTools,
  ...fieldTools,
  ...validateTools,
  runSqlTool,
  ...CREATED.map(({tool}) => tool),
  chartImageTool,
  ...changeTools,
  ...runTools,
  ...agentTools,
];

/** Instructions for agents on how to use the tools. */
export const INSTRUCTIONS = `Governed analytics: models with dimensions and measures over a warehouse. Queries name fields; run_sql takes SQL over the same models, for what queries cannot express.
Usual order: list_projects → list_models or search_fields → describe_model → validate_query → run_query → create_chart → create_dashboard → create_schedule, which mails it. create_action acts when a number crosses a threshold.
Field names are qualified (orders.total); a time takes a grain after it (orders.placed_at.month). Names are exact: take them from describe_model or search_fields, and values for filters from list_field_values. Projects, teams and charts, and for org-admins people, can be given by name in place of an id.
Errors name the path, the value received and the nearest names: correct the call and send it again. Lists return 25 rows a page; pass nextCursor as cursor for the next.`;

/**
 * Whether the tool is listed for a caller: the token must have its scope, and a viewer's seat gets only tools that
 * read.
 */
export function mayCall(
  {scopes, seat}: Pick<Actor, "scopes" | "seat">,
  {scope}: Pick<Tool, "scope">,
): boolean {
  return scopes.includes(scope) && (scope === "read" || seat === "editor");
}
