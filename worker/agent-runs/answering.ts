import {INSTRUCTIONS} from "../../shared/automation/agents/prompt.ts";
import {AgentAnswer} from "../../shared/automation/agents/report/answer.ts";
import {checkFigures} from "../../shared/automation/agents/report/check-figures.ts";
import type {StoredAnswer} from "../../shared/automation/agents/run-schemas.ts";
import {argumentsParserOf} from "../../shared/content/descriptions/parse-arguments.ts";
import {problemOf} from "../../shared/core/problem.ts";
import {isReadable} from "../../shared/core/validate.ts";
import {
  REPORT_DEFINITION,
  type ToolDefinition,
} from "../../shared/surfaces/tools/model-context/tool-definitions.ts";
import {checkCharts, usesCharts} from "./charts.ts";
import type {RunGrounding} from "./grounding.ts";
import type {RunState} from "./run-state.ts";

/** An answer whose figures have been checked. */
export interface CheckedAnswer {
  answer: Omit<StoredAnswer, "isFinal">;
  /** Faults that the model should correct, although the answer can be accepted with them: charts whose queries fail. */
  faults: string[];
}

/** The instructions for the model's answer, and the functions that read the answer. */
export interface Answering {
  /** The first instructions of every call. */
  instructions: string;
  /** The tool with which the model gives its answer. */
  definition: ToolDefinition;
  /** Whether a text of the model is an answer. */
  isReadable(input: unknown): boolean;
  /** Rejects with `invalid_request` for an answer that the model must correct. */
  check(input: unknown, run: RunState): Promise<CheckedAnswer>;
}

const parseAnswer = argumentsParserOf(AgentAnswer, "answer");

/** The answers of agents, which are reports. */
export function reporting(base: string, grounding: RunGrounding): Answering {
  return {
    instructions: INSTRUCTIONS,
    definition: REPORT_DEFINITION,
    isReadable: isReadable(AgentAnswer),
    async check(input, {id, evidence, startedAt, definition}) {
      const answer = parseAnswer(input);
      const {title, markdown, chartNames, figures} = checkFigures(answer, evidence, {base, now: startedAt});
      const given = {answer, report: {title, markdown, chartNames, figures}};
      const charts = definition.outputs.some(usesCharts) ? await checkCharts(grounding, given) : [];
      const faults = charts.flatMap((chart, index) =>
        "error" in chart ? [`/charts/${index}/query: ${problemOf(chart.error, id).detail}`] : [],
      );
      return {answer: given, faults};
    },
  };
}
