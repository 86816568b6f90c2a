import {taskOf} from "../../shared/automation/agents/prompt.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {reporting} from "../agent-runs/answering.ts";
import {carryOut} from "../agent-runs/carry-out.ts";
import {examplesFor, withContext} from "../agent-runs/examples.ts";
import {groundRun} from "../agent-runs/grounding.ts";
import {makeOutputs} from "../agent-runs/outputs.ts";
import {describeRelevantModels, type SampleParts} from "../agent-runs/relevant-models.ts";
import {isOfAgent} from "../agent-runs/run-state.ts";
import {type FailedSource, mailReaders} from "../delivery-runs/failure-readers.ts";
import type {Worker} from "../worker.ts";

/** Runs an agent, and makes its outputs. It can run twice, as `carryOut` says. */
export function runAgent(
  worker: Pick<Worker, "config" | "db" | "log" | "notices"> & SampleParts,
  runner: Runner,
  job: JobPayload<"run_agent">,
  signal: AbortSignal,
): Promise<void> {
  const {config, db} = worker;
  return carryOut(
    worker,
    job,
    {
      async open(run, actor) {
        const {definition, startedAt} = run;
        const grounding = await groundRun(runner, actor, definition.grounding);
        const {instructions} = definition;
        const task = await taskOf(runner, actor, definition, startedAt);
        // Other people read the report and the transcript, so the input of the model must not depend on who runs the
        // agent.
        const examples = await examplesFor(grounding, instructions, {openToAll: true});
        const models = await describeRelevantModels(worker, run, grounding, {openToAll: true});
        return {
          grounding,
          answering: reporting(config.baseUrl, grounding),
          task: withContext(task, {examples, models}),
        };
      },
      async finish(run, actor, grounding, status) {
        if (isOfAgent(run)) await makeOutputs({runner, actor, grounding}, run, status);
      },
      async notifyOfFailure(run, error) {
        if (!config.mail.mailsFailures || !isOfAgent(run)) return;
        await mailAgentFailure(db, run, error ?? "No reason is recorded.");
      },
    },
    signal,
  );
}

/** Mails, at most once a day, that an agent's run has failed: to its owner, or else to those who look after it. */
async function mailAgentFailure(
  db: Db,
  {orgId, agentId, id}: {orgId: string; agentId: string; id: string},
  error: string,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows} = await sql<FailedSource>`
      update agents a set failure_told_at = now() from content c
      where a.org_id = ${orgId} and a.id = ${agentId} and c.org_id = a.org_id and c.id = a.id
        and (a.failure_told_at is null or a.failure_told_at < now() - interval '1 day')
      returning c.id, c.team_id, c.owner_id, c.name`.execute(tx);
    const source = rows[0];
    if (!source) return;
    const message = `${error}\n\nThe run: GET /api/agents/${agentId}/runs/${id}. The agent stays active. Failures are reported at most once a day.`;
    const title = `The agent "${source.name}" fails`;
    await mailReaders(tx, orgId, source, {title, messageFor: () => message});
  });
}
