import {minTokens, promptTokens} from "../../../automation/agents/budget/token-plan.ts";
import {loadTokenCounter} from "../../../automation/agents/budget/tokens.ts";
import {INSTRUCTIONS, taskOf} from "../../../automation/agents/prompt.ts";
import type {AgentInput} from "../../../automation/agents/schemas.ts";
import type {Actor} from "../../../core/actor.ts";
import {invalidAt} from "../../../core/errors.ts";
import type {QueryRunner} from "../../../querying/queries/query-runner.ts";
import {definitionsOf, toolsFor} from "./tool-definitions.ts";

const OF_MODELS: ReadonlySet<string> = new Set(["model", "project"]);

/** Rejects with `invalid_request` if the agent's token limit does not allow even one round and its answer. */
export async function requireFirstRound(
  runner: QueryRunner,
  actor: Actor,
  {maxTokensPerRun, instructions, grounding = []}: AgentInput,
): Promise<void> {
  if (maxTokensPerRun === undefined) return;
  const types = grounding.map(({resourceType}) => resourceType);
  const tools = toolsFor({
    hasModels: types.some(type => OF_MODELS.has(type)),
    hasContent: types.some(type => !OF_MODELS.has(type)),
    hasDatasets: types.includes("dataset"),
  });
  const content = await taskOf(runner, actor, {instructions, grounding}, new Date());
  const prompt = promptTokens(await loadTokenCounter(), {
    instructions: INSTRUCTIONS,
    tools: definitionsOf(tools),
    messages: [{role: "user", content}],
  });
  const fewest = minTokens(prompt, runner.config.llm.maxOutputTokens);
  if (maxTokensPerRun >= fewest) return;
  const message = `One round of this agent needs ${fewest} tokens: about ${prompt} for each prompt, an answer, and as much for the last call. Raise maxTokensPerRun to at least that.`;
  throw invalidAt("/maxTokensPerRun", message);
}
