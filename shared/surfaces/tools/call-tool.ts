import {requireEditor} from "../../core/access.ts";
import {ServiceError} from "../../core/errors.ts";
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
 * scope is refused before any tool of a batch runs. Errors are results too; the call rejects only when the caller has
 * disconnected. After `totalMs` the result is the error `query_timeout`, because the limit of a statement does not
 * include the time for which the statement waits.
 */
export async function callTool(
  tool: Tool,
  caller: ToolContext,
  args: unknown,
  totalMs: number,
): Promise<CallResult> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tookTooLong(totalMs)), totalMs);
  const context = {...caller, signal: AbortSignal.any([caller.signal, late.signal])};
  try {
    const {runner, actor} = context;
    // The arguments of a model do not arrive as the body of a request, which is checked earlier.
    refuseUnstorable(args, "The value");
    if (tool.scope !== "read") requireEditor(actor);
    // As over HTTP, existing resources can be deleted without a plan.
    if (tool.scope === "write") await requireWritable(runner.db, runner.config.billing, actor.orgId);
    return resultOf(await tool.call(context, await withIds(context, args)));
  } catch (error) {
    caller.signal.throwIfAborted();
    return faultOf(late.signal.aborted ? late.signal.reason : error, args, context);
  } finally {
    clearTimeout(timer);
  }
}

function tookTooLong(totalMs: number): ServiceError {
  return new ServiceError("query_timeout", `The call took longer than ${totalMs} ms and was ended.`);
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
