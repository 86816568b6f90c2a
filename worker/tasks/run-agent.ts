import {taskOf} from "../../shared/automation/agents/prompt.ts";
import type {JobPayload} from "../../shared/ground/jobs.ts";
import type {Runner} from "../../shared/interfaces/tools/tool.ts";
import {reporting} from "../agents/answering.ts";
import {carryOut} from "../agents/carry-out.ts";
import {examplesFor, withContext} from "../agents/examples.ts";
import {groundRun} from "../agents/grounding.ts";
import {makeOutputs} from "../agents/outputs.ts";
import {type SampleParts, tellModels} from "../agents/relevant-models.ts";
import {isOfAgent} from "../agents/run-state.ts";
import {tellAgentFailure} from "../agents/tell-failure.ts";
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
        const examples = await examplesFor(grounding, instructions);
        // Others read the report, and are to get the same rows.
        const models = await tellModels(worker, run, grounding, {openToAll: true});
        return {
          grounding,
          answering: reporting(config.baseUrl),
          task: withContext(task, {examples, models}),
        };
      },
      async finish(run, actor, grounding, status) {
        if (isOfAgent(run)) await makeOutputs({runner, actor, grounding}, run, status);
      },
      async tell(run, error) {
        if (!config.mail.tellsFailures || !isOfAgent(run)) return;
        await tellAgentFailure(db, run, error ?? "No reason is recorded.");
      },
    },
    signal,
  );
}
