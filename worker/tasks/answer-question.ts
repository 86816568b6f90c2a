import type {JobPayload} from "../../shared/core/jobs.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {carryOut} from "../agent-runs/carry-out.ts";
import {openQuestion} from "../agent-runs/question/open-question.ts";
import {watchListeners} from "../agent-runs/question/watch-listeners.ts";
import type {SampleParts} from "../agent-runs/relevant-models.ts";
import type {Worker} from "../worker.ts";

/**
 * Answers a question. It can run twice, as `carryOut` says. The asker reads how the question ended, so nobody is
 * notified of a failure.
 */
export function answerQuestion(
  worker: Pick<Worker, "config" | "db" | "log" | "notices"> & SampleParts,
  runner: Runner,
  job: JobPayload<"answer_question">,
  signal: AbortSignal,
): Promise<void> {
  return carryOut(
    worker,
    job,
    {
      open: (run, actor) => openQuestion(runner, worker.samples, actor, run),
      finish: async () => undefined,
      notifyOfFailure: async () => undefined,
      watch: (run, leave) => watchListeners(worker, run, leave),
    },
    signal,
  );
}
