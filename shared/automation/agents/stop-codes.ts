import {type Static, Type} from "@sinclair/typebox";
import {type Db, sql} from "../../core/db.ts";

/** The reason why a run ended without an answer, or before its answer was complete. */
export const StopCode = Type.Union([
  Type.Literal("bound", {
    description: "The run's rounds, tokens or time were used up, or the model only repeated itself.",
  }),
  Type.Literal("refused", {description: "The model refused to answer."}),
  Type.Literal("no_answer", {description: "The model gave no valid answer."}),
  Type.Literal("budget", {description: "The tokens of the organization's month or plan were used up."}),
  Type.Literal("provider", {
    description: "The model's provider accepted no calls, or its answers were cut off.",
  }),
  Type.Literal("rights", {description: "The run's principal has lost rights, or would now get other rows."}),
  Type.Literal("service", {description: "A fault of the service."}),
]);
export type StopCode = Static<typeof StopCode>;

/** The codes for which the model is at fault. */
const MODEL_FAULTS: ReadonlySet<string> = new Set<StopCode>(["bound", "refused", "no_answer"]);

/**
 * Whether a run that ended early did so because of its model. Returns `false` if the reason is not known, because a
 * worker of an earlier release ended the run.
 */
export async function isModelAtFault(db: Db, orgId: string, runId: string): Promise<boolean> {
  const {rows} = await sql<{stop_code: string | null}>`
    select stop_code from agent_runs where org_id = ${orgId} and id = ${runId}`.execute(db);
  const code = rows[0]?.stop_code ?? null;
  return code !== null && MODEL_FAULTS.has(code);
}
