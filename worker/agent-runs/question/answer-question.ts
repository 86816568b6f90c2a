import {
  MAX_CHARTS,
  MAX_FOLLOW_UPS,
  QuestionAnswer,
  type Reply,
} from "../../../shared/automation/agents/ask/answer.ts";
import {QUESTION_INSTRUCTIONS} from "../../../shared/automation/agents/ask/question-prompt.ts";
import {checkFigures, plainLine} from "../../../shared/automation/agents/report/check-figures.ts";
import type {CheckedFigure} from "../../../shared/automation/deliveries/checked-figure.ts";
import {unfitFor} from "../../../shared/content/charts/drawing-of.ts";
import {argumentsParserOf} from "../../../shared/content/descriptions/parse-arguments.ts";
import {pinnedQuery} from "../../../shared/content/run-as/pinned-query.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {isReadable} from "../../../shared/core/validate.ts";
import type {Example} from "../../../shared/modeling/verified-questions/find-similar.ts";
import type {Prepared} from "../../../shared/querying/layers/query-caches.ts";
import {Query} from "../../../shared/semantic/documents.ts";
import {ANSWER_DEFINITION} from "../../../shared/surfaces/tools/model-context/tool-definitions.ts";
import type {Runner} from "../../../shared/surfaces/tools/tool.ts";
import type {Answering} from "../answering.ts";
import {exampleBehind} from "../examples.ts";
import {groundOfModel, prepareOn, type RunGrounding} from "../grounding.ts";
import type {RunState} from "../run-state.ts";

interface Asked {
  runner: Runner;
  grounding: RunGrounding;
  examples: readonly Example[];
}

type Given = QuestionAnswer;
type Chart = Reply["charts"][number];

const parseAnswer = argumentsParserOf(QuestionAnswer, "answer");
const isQuery = isReadable(Query);

const NO_TEXT = {path: "/text", message: "The text is empty. Answer, or ask back with clarify."};

/** The instructions for answers to questions, and the functions that read these answers. */
export function answeringOf(asked: Asked): Answering {
  const {baseUrl} = asked.runner.config;
  return {
    instructions: QUESTION_INSTRUCTIONS,
    definition: ANSWER_DEFINITION,
    isReadable: isReadable(QuestionAnswer),
    async check(input, run) {
      const given = parseAnswer(input);
      if (given.text.trim() === "" && !given.clarify) {
        throw new ServiceError("invalid_request", NO_TEXT.message, {errors: [NO_TEXT]});
      }
      const options = {base: baseUrl, now: run.startedAt};
      const {text, figures} = given;
      const charts = await chartsOf(asked, run, given);
      const report = checkFigures({sections: [{text}], figures, charts}, run.evidence, options);
      const {chartNames, markdown} = report;
      const isVerified = report.figures.every(({status}) => status === "verified");
      const reply: Reply = {
        charts: charts.map((chart, index) => ({...chart, name: nameOf(chartNames[index] ?? chart.name)})),
        followUps: await followUpsOf(asked, run, given),
        clarify: given.clarify ? checkedClarify(run, given, given.clarify, baseUrl) : null,
        ...(given.cannotAnswer === undefined ? {} : {cannotAnswer: given.cannotAnswer}),
        ...(isVerified ? verifiedOf(asked, run, given, report.figures) : {}),
      };
      const answer = {
        answer: {title: run.name, sections: [{text}], figures},
        report: {title: "", markdown, chartNames, figures: report.figures},
        reply,
      };
      return {answer, faults: []};
    },
  };
}

/** The verified question whose query gave all figures and charts of the answer, if there is one. */
function verifiedOf(
  {examples}: Asked,
  run: RunState,
  given: Given,
  figures: readonly CheckedFigure[],
): {verifiedQuestionId?: string} {
  if (given.clarify || given.cannotAnswer !== undefined) return {};
  const cited = [...queriesOf(figures), ...chartsToDraw(given).map(({queryRunId}) => queryRunId)];
  const example = exampleBehind(examples, {...run, cited});
  return example ? {verifiedQuestionId: example.id} : {};
}

interface ChartToDraw {
  queryRunId: string;
  name?: string;
  type: Chart["type"];
}

function chartsToDraw({charts = [], figures}: Given): readonly ChartToDraw[] {
  if (charts.length > 0) return charts;
  return [...new Set(queriesOf(figures))].map(queryRunId => ({queryRunId, type: "table"}));
}

/** The query runs from whose results the figures are taken. */
function queriesOf(figures: readonly Pick<CheckedFigure, "queryRunId" | "of">[]): string[] {
  return figures.flatMap(({queryRunId, of}) => [queryRunId ?? [], of?.queryRunId ?? []].flat());
}

/**
 * The charts that the answer names, or else the queries whose figures it cites, as tables. Each chart draws a query
 * that the run or an earlier answer has made and that the asker may make unchanged, regardless of the question's
 * grounding. Other queries are left out.
 */
async function chartsOf(asked: Asked, run: RunState, given: Given): Promise<Chart[]> {
  const {grounding: _, ...actor} = asked.grounding.models.actor;
  const asker = {actor, runner: asked.runner};
  const found: Chart[] = [];
  for (const {queryRunId, name, type} of chartsToDraw(given)) {
    const statement = run.evidence.find(one => one.queryRunId === queryRunId)?.statement;
    if (!statement || found.length === MAX_CHARTS) continue;
    const {projectId} = statement;
    const prepared = await prepareOn(asker, {...statement.query, projectId});
    if (!prepared) continue;
    const pinned = pinnedQuery(statement.query, prepared);
    const query = prepared.datasetId === undefined ? {...pinned, projectId: prepared.project.id} : pinned;
    const isFit = unfitFor({type}, prepared.compiled) === undefined;
    found.push({name: nameOf(name ?? titleOf(prepared)), type: isFit ? type : "table", query});
  }
  return found;
}

const MAX_NAME = 200;

function nameOf(name: string): string {
  return name.slice(0, MAX_NAME).toWellFormed().trim() || "Chart";
}

/** A title for a query: the labels of its fields, measures first. */
function titleOf({compiled: {fields}}: Prepared): string {
  const named = (kind: string) =>
    fields.filter(({field}) => field.kind === kind).map(({field}) => field.source.label ?? field.name);
  return [...named("measure"), ...named("dimension")].join(", ");
}

/** The further questions whose queries compile for the asker and which contain no unverified number. */
async function followUpsOf(asked: Asked, run: RunState, given: Given): Promise<string[]> {
  const {baseUrl: base} = asked.runner.config;
  const found: string[] = [];
  for (const {question, query} of given.followUps ?? []) {
    if (found.length === MAX_FOLLOW_UPS) break;
    const checked = checkLines(run, given, [question], base);
    const ground = groundOfModel(asked.grounding, query.model);
    const isAnswerable = checked.isVerified && isQuery(query) && (await prepareOn(ground, query));
    if (isAnswerable) found.push(...checked.lines);
  }
  return found;
}

/**
 * The question back to the asker, with its figures checked. Its choices are not checked, because they state no facts.
 */
function checkedClarify(
  run: RunState,
  given: Given,
  {text, choices}: NonNullable<Given["clarify"]>,
  base: string,
): Reply["clarify"] {
  const [asked = text] = checkLines(run, given, [text], base).lines;
  return {text: asked, choices: choices.map(choice => plainLine(choice, given.figures, base))};
}

function checkLines(
  {evidence, startedAt}: RunState,
  {figures}: Given,
  lines: readonly string[],
  base: string,
): {lines: string[]; isVerified: boolean} {
  const checked = checkFigures({sections: [], figures, lines}, evidence, {base, now: startedAt});
  return {lines: checked.lines, isVerified: checked.figures.every(({status}) => status === "verified")};
}
