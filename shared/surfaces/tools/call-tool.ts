import {requireEditor} from "../../core/access.ts";
import {refuseUnstorable} from "../../core/wire/refuse-unstorable.ts";
import {requireWritable} from "../../tenancy/billing/limits.ts";
import {faultOf} from "./fault.ts";
import {withIds} from "./names-to-ids.ts";
import type {Tool, ToolAnswer, ToolContext} from "./tool.ts";

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
    // The arguments of a model do not arrive as the body of a request, which is checked earlier.
    refuseUnstorable(args, "The value");
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
