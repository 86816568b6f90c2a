import {requireEditor} from "../../ground/access.ts";
import type {Actor} from "../../ground/actor.ts";
import {requireWritable} from "../../tenancy/billing/limits.ts";
import {agentTools} from "./agents.ts";
import {chartImageTool} from "./chart-image.ts";
import {discoverTools} from "./discover.ts";
import {faultOf} from "./fault.ts";
import {fieldTools} from "./fields.ts";
import {KINDS} from "./kinds.ts";
import {modelTools} from "./models.ts";
import {withIds} from "./names-to-ids.ts";
import {peopleTools} from "./people.ts";
import {changeTools} from "./resources/change.ts";
import {runTools} from "./run.ts";
import {runSqlTool} from "./run-sql.ts";
import type {Tool, ToolAnswer, ToolContext} from "./tool.ts";
import {validateTools} from "./validate.ts";

/** Every tool, in the order in which an agent needs them: discover, validate, create, run. */
export const TOOLS: readonly Tool[] = [
  ...peopleTools,
  ...discoverTools,
  ...modelTools,
  ...fieldTools,
  ...validateTools,
  runSqlTool,
  ...KINDS.map(({tool}) => tool),
  chartImageTool,
  ...changeTools,
  ...runTools,
  ...agentTools,
];

/** Instructions for agents on how to use the tools. */
export const INSTRUCTIONS = `Governed analytics: models with dimensions and measures over a warehouse; queries name fields, never SQL.
Go about: list_projects → list_models or search_fields → describe_model → validate_query → run_query → create_chart → create_dashboard → create_schedule, which mails it; create_action acts when a number crosses a line.
Field names are qualified (orders.total), times take a grain behind them (orders.placed_at.month). Names are exact: take them from describe_model or search_fields, values for filters from list_field_values. Projects, teams, people and charts can be given by name.
Errors name the path, what was received and the nearest names: mend the call and send it again. Lists give 25 rows and nextCursor.`;

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

type CallResult =
  | ReturnType<typeof faultOf>
  | {content: object[]; structuredContent: ToolAnswer["structured"]};

/**
 * The result of `tools/call`. The scope is not checked here: each caller calls `requireScope` first, because a missing
 * scope is refused before any tool of a batch runs. Errors are results too; it rejects only when the caller has disconnected.
 */
export async function callTool(tool: Tool, context: ToolContext, args: unknown = {}): Promise<CallResult> {
  try {
    const {runner, actor} = context;
    if (tool.scope !== "read") requireEditor(actor);
    // As over HTTP, existing resources can be deleted without a plan.
    if (tool.scope === "write") await requireWritable(runner.db, runner.config.billing, actor.orgId);
    return resultOf(await tool.call(context, await withIds(context, args)));
  } catch (error) {
    context.signal.throwIfAborted();
    return faultOf(error, args, context);
  }
}

const results = new WeakMap<ToolAnswer, CallResult>();

/** The same answer gives the same object, so that the sender can cache its text. */
function resultOf(answer: ToolAnswer): CallResult {
  let result = results.get(answer);
  if (!result) {
    const {text, image, structured} = answer;
    const content = [{type: "text", text}, ...(image ? [{type: "image", ...image}] : [])];
    result = {content, structuredContent: structured};
    results.set(answer, result);
  }
  return result;
}
