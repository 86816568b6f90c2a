import {type Static, Type} from "@sinclair/typebox";
import {type Db, sql} from "../../ground/db.ts";

/** Why a run ended without an answer, or before its answer was complete. */
export const StopCode = Type.Union([
  Type.Literal("bound", {
    description: "Its rounds, tokens or time were used up, or it only repeated itself.",
  }),
  Type.Literal("refused", {description: "The model would not answer."}),
  Type.Literal("no_answer", {description: "The model gave no answer that can be taken."}),
  Type.Literal("budget", {description: "The tokens of the organization's month or plan were used up."}),
  Type.Literal("provider", {description: "The model's provider took no calls, or broke off its answers."}),
  Type.Literal("rights", {description: "Its principal has lost rights, or would get other rows by now."}),
  Type.Literal("service", {description: "A fault of the service."}),
]);
export type StopCode = Static<typeof StopCode>;

/** The reasons for which the model is at fault. */
const OF_THE_MODEL: ReadonlySet<string> = new Set<StopCode>(["bound", "refused", "no_answer"]);

/**
 * Whether a run that has ended early did so because of its model. `false` where the reason is not known, because a
 * worker of an earlier release has ended the run.
 */
export async function isModelAtFault(db: Db, orgId: string, runId: string): Promise<boolean> {
  const {rows} = await sql<{stop_code: string | null}>`
    select stop_code from agent_runs where org_id = ${orgId} and id = ${runId}`.execute(db);
  const code = rows[0]?.stop_code ?? null;
  return code !== null && OF_THE_MODEL.has(code);
}
