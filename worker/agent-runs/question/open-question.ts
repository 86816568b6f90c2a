import {copyEvidence, earlierTurns} from "../../../shared/automation/agents/ask/earlier-turns.ts";
import {withEvaluatedLayer} from "../../../shared/automation/agents/ask/evaluated-layer.ts";
import {questionTask} from "../../../shared/automation/agents/ask/question-prompt.ts";
import {readableLines} from "../../../shared/automation/agents/prompt.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import type {Runner} from "../../../shared/surfaces/tools/tool.ts";
import {loadEvidence} from "../begin-run.ts";
import type {OpenedRun} from "../carry-out.ts";
import {exampleLine, examplesFor} from "../examples.ts";
import {groundAll, groundRun} from "../grounding.ts";
import {describeRelevantModels} from "../relevant-models.ts";
import type {RunState} from "../run-state.ts";
import type {SampleValues} from "../sample-values.ts";
import {answeringOf} from "./answer-question.ts";

/** Prepares the run of a question: what the run may read, and the first message to its model. */
export async function openQuestion(
  of: Runner,
  samples: SampleValues,
  actor: Actor,
  run: RunState,
): Promise<OpenedRun> {
  const {definition, startedAt} = run;
  const runner = await withEvaluatedLayer(of, run.orgId, definition.question?.evaluationId);
  const isGrounded = definition.question?.isGrounded === true;
  const grounding = isGrounded
    ? await groundRun(runner, actor, definition.grounding)
    : groundAll(runner, actor);
  const leftOut = definition.question?.leftOut;
  const examples = await examplesFor(grounding, definition.instructions, {leftOut});
  const earlier = await earlierTurnsText(runner, actor, run);
  const models = await describeRelevantModels({db: runner.db, samples}, run, grounding);
  const task = questionTask(definition.instructions, {
    now: startedAt,
    readable: isGrounded ? await readableLines(runner, actor, definition.grounding) : undefined,
    earlier,
    models,
    examples: examples.map(exampleLine),
  });
  return {grounding, answering: answeringOf({runner, grounding, examples}), task};
}

/**
 * Earlier turns of the conversation, whose rows the answer may cite. Empty for a run that has begun, because it already
 * has the earlier turns.
 */
async function earlierTurnsText(runner: Runner, actor: Actor, run: RunState): Promise<string[]> {
  const {conversationId} = run;
  if (conversationId === null || run.rounds.length > 0) return [];
  const {runIds, texts} = await earlierTurns(runner, actor, {...run, conversationId});
  await copyEvidence(runner.db, run, runIds);
  run.evidence = await loadEvidence(runner.db, run);
  return texts;
}
