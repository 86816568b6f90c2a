import {QuestionAnswer} from "../../../automation/agents/ask/answer.ts";
import {ANSWER} from "../../../automation/agents/prompt.ts";
import {AgentAnswer} from "../../../automation/agents/report/answer.ts";
import {TOOLS} from "../all-tools.ts";
import {type Json, publish} from "../publish-schema.ts";
import type {Tool} from "../tool.ts";

/** A tool as it is described to a model. */
export interface ToolDefinition {
  name: string;
  description: string;
  inputSchema: Json;
}

/** The MCP tools that a run may call: tools that read models, and tools that read content. */
const OF_MODELS: readonly string[] = ["list_models", "search_fields"];
const OF_EITHER: readonly string[] = ["describe_model", "list_field_values", "run_query"];
export const OF_CONTENT: readonly string[] = ["get_resource", "get_data"];

/** The tool that ends a run of an agent. */
export const REPORT_DEFINITION: ToolDefinition = {
  name: ANSWER,
  description: "Ends the run with your report. Call it once, when you know what to say.",
  inputSchema: publish(AgentAnswer),
};

/** The tool that ends a run for a question. */
export const ANSWER_DEFINITION: ToolDefinition = {
  name: ANSWER,
  description:
    "Ends the run with your answer to the question, or with a question back. Call it once, when you know what to say.",
  inputSchema: publish(QuestionAnswer),
};

interface Grounds {
  hasModels: boolean;
  hasContent: boolean;
  hasDatasets: boolean;
}

/** The tools of a run with this grounding. */
export function toolsFor({hasModels, hasContent, hasDatasets}: Grounds): readonly Tool[] {
  const names = new Set([
    ...(hasModels ? OF_MODELS : []),
    ...(hasModels || hasDatasets ? OF_EITHER : []),
    ...(hasContent ? OF_CONTENT : []),
  ]);
  return TOOLS.filter(({name}) => names.has(name));
}

/** Everything that is described to the model: the tools, and the answer that it ends with. */
export function definitionsOf(tools: readonly Tool[], answer = REPORT_DEFINITION): ToolDefinition[] {
  return [...tools.map(definitionOf), answer];
}

function definitionOf({name, listing}: Tool): ToolDefinition {
  const {description, inputSchema = {}} = listing;
  return {name, description: String(description), inputSchema};
}
