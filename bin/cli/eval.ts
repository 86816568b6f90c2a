import {setTimeout} from "node:timers/promises";
import type {Static} from "@sinclair/typebox";
import {
  EvaluationInput,
  EvaluationStarted,
  EvaluationView,
} from "../../shared/automation/evaluations/schemas.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {parserOf, readerOf} from "../../shared/core/validate.ts";
import type {Call, Command} from "./command.ts";
import {EXIT, Refused, UsageError} from "./errors.ts";
import {readDocument, readText, writeText} from "./files.ts";
import type {Outcome} from "./layer/assertions.ts";
import {junitOf} from "./layer/junit.ts";
import {print, printMessages} from "./output.ts";
import {plural} from "./proposal.ts";
import {whenReachable} from "./service.ts";

const POLL_MS = 2000;
const UNDER_WAY: ReadonlySet<string> = new Set(["queued", "running"]);

const parseInput = parserOf(EvaluationInput, "file");
const readStarted = readerOf(EvaluationStarted, "the evaluation");
const readEvaluation = readerOf(EvaluationView, "the evaluation");
type Evaluation = Static<typeof EvaluationView>;

export const evaluate: Command = {
  takes: "[FILE]",
  words: [0, 1],
  summary: "Asks a model questions whose answers are known, and reports how many answers are correct.",
  about: [
    "FILE is JSON or YAML, as POST …/evaluations takes it; with --verified the questions are the project's verified ones.",
    "The exit code is 1 if the share of right runs is below --threshold, or a verified figure is wrong.",
  ],
  options: {
    verified: {type: "boolean", help: "Asks the project's verified questions."},
    model: {
      type: "string",
      multiple: true,
      value: "NAME",
      help: "The model, such as anthropic/claude-sonnet-4-5. Several are asked one after another.",
    },
    runs: {type: "string", value: "N", help: "The number of runs of each question, 1 to 10."},
    name: {
      type: "string",
      value: "NAME",
      help: "The evaluation's name; it is compared with the last one of that name.",
    },
    ref: {
      type: "string",
      value: "REF",
      help: "Asks over the layer of this branch or commit of the repository.",
    },
    cadence: {
      type: "string",
      value: "CRON",
      help: 'Repeats the evaluation by this cron expression, such as "0 6 * * 1", with the rights of this token.',
    },
    timezone: {
      type: "string",
      value: "NAME",
      help: "The timezone of the cadence, such as Europe/Berlin. Default UTC.",
    },
    threshold: {
      type: "string",
      value: "SHARE",
      help: "The minimum share of right runs, from 0 to 1. Default 1.",
    },
    junit: {
      type: "string",
      value: "FILE",
      help: "Writes a report for a CI system into this file, as JUnit XML.",
    },
  },
  async run(call) {
    const {flags, service} = call;
    const threshold = numberIn(call, "threshold", {least: 0, most: 1}) ?? 1;
    const body = await inputOf(call);
    const at = `${await service.projectPath()}/evaluations`;
    const models = flags.texts("model");
    const evaluations: Evaluation[] = [];
    let fault: unknown;
    try {
      for (const model of models.length === 0 ? [body.model] : models) {
        const asked = {...body, ...(model === undefined ? {} : {model})};
        const {id} = await service.json("POST", at, readStarted, {body: asked, changes: true});
        printMessages(`Evaluation ${id} has begun.`);
        evaluations.push(await ended(call, `${at}/${id}`));
      }
    } catch (error) {
      // The answers of the models before this one have been paid for, so they are reported.
      if (evaluations.length === 0) throw error;
      fault = error;
    }
    await report(call, evaluations);
    const junit = flags.text("junit");
    const isOfSeveral = evaluations.length > 1;
    if (junit !== undefined)
      await writeText(junit, junitOf(evaluations.flatMap(one => outcomesOf(one, isOfSeveral))));
    if (fault !== undefined) throw fault;
    const shares = evaluations.map(({summary, status, error}) => {
      if (!summary) throw new Refused(error ?? `The evaluation ended ${status}.`);
      return summary.runs === 0 || summary.wrongButVerified > 0 ? -1 : summary.correct / summary.runs;
    });
    return shares.some(share => share < threshold) ? EXIT.refused : EXIT.ok;
  },
};

async function inputOf(call: Call): Promise<EvaluationInput> {
  const {flags, words} = call;
  const [path] = words;
  if ((path === undefined) !== flags.has("verified")) {
    throw new UsageError("Give a file with questions, or --verified: analytics eval FILE | --verified");
  }
  const given = path === undefined ? {} : fileInput(readDocument(await readText(path), `"${path}"`), path);
  const name = flags.text("name");
  const runs = numberIn(call, "runs", {least: 1, most: 10});
  const ref = flags.text("ref");
  const cadence = cadenceIn(call);
  return {
    ...given,
    ...(name === undefined ? {} : {name}),
    ...(runs === undefined ? {} : {runs}),
    ...(ref === undefined ? {} : {layer: {ref}}),
    ...(cadence === undefined ? {} : {cadence}),
  };
}

function cadenceIn({flags}: Call): EvaluationInput["cadence"] {
  const [cron, timezone] = [flags.text("cadence"), flags.text("timezone")];
  if (cron !== undefined) return {cron, ...(timezone === undefined ? {} : {timezone})};
  if (timezone === undefined) return undefined;
  throw new UsageError("--timezone needs --cadence.");
}

function fileInput(document: unknown, path: string): EvaluationInput {
  try {
    return parseInput(document);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, `${path}: ${error.message}`, error.details);
  }
}

function numberIn(
  {flags}: Call,
  name: string,
  {least, most}: {least: number; most: number},
): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== "" && number >= least && number <= most) return number;
  throw new UsageError(`--${name} is a number from ${least} to ${most}, not "${text}".`);
}

async function ended({service}: Call, path: string): Promise<Evaluation> {
  for (;;) {
    const evaluation = await whenReachable(() => service.json("GET", path, readEvaluation));
    if (!UNDER_WAY.has(evaluation.status)) return evaluation;
    await setTimeout(POLL_MS);
  }
}

async function report(call: Call, evaluations: readonly Evaluation[]): Promise<void> {
  const [only, ...others] = evaluations;
  const isOfSeveral = others.length > 0;
  const columns = [
    ...(isOfSeveral ? [{name: "model"}] : []),
    {name: "question"},
    {name: "right", isNumber: true},
    {name: "runs", isNumber: true},
    {name: "verified", isNumber: true},
    {name: "unverified", isNumber: true},
    {name: "wrong", isNumber: true},
    {name: "tokens", isNumber: true},
    {name: "why"},
  ];
  const cases = evaluations.flatMap(one => one.cases.map(each => ({model: one.model, ...each})));
  const rows = cases.map(({model, question, runs}) => {
    const sum = (of: (run: (typeof runs)[number]) => number) => runs.reduce((all, run) => all + of(run), 0);
    return [
      ...(isOfSeveral ? [model] : []),
      question,
      runs.filter(({correct}) => correct).length,
      runs.length,
      sum(({figures}) => figures.verified),
      sum(({figures}) => figures.unverified),
      sum(({figures}) => figures.wrong),
      sum(({tokens}) => tokens),
      [...new Set(runs.flatMap(({why}) => why ?? []))].join(" "),
    ];
  });
  await print(call, {table: {columns, rows}, json: isOfSeveral ? evaluations : only});
  for (const one of evaluations) remarkOn(one);
}

function remarkOn({summary, comparedWith, model, cadence}: Evaluation): void {
  if (cadence) {
    const next = cadence.nextRun === null ? "" : `, next at ${cadence.nextRun}`;
    printMessages(`The evaluation is repeated by "${cadence.cron}" in ${cadence.timezone}${next}.`);
  }
  if (!summary) return;
  printMessages(
    `${model}: ${summary.correct} of ${plural(summary.runs, "run")} right, ${summary.wrongButVerified} wrong but verified, ${summary.tokens} tokens`,
  );
  if (!comparedWith) return;
  printMessages(
    `Before (${comparedWith.id}): ${comparedWith.correct} right.`,
    ...comparedWith.worse.map(question => `  worse: ${question}`),
    ...comparedWith.better.map(question => `  better: ${question}`),
  );
}

function outcomesOf({name, model, cases}: Evaluation, isOfSeveral: boolean): Outcome[] {
  return cases.flatMap(({question, runs}) =>
    runs.map(({correct, why, figures, durationMs}, index) => ({
      file: isOfSeveral ? `${name} (${model})` : name,
      name: runs.length > 1 ? `${question} (${index + 1})` : question,
      passed: correct && figures.wrong === 0,
      faults: [...(why === undefined ? [] : [why]), ...(figures.wrong > 0 ? [WRONG] : [])],
      rowCount: null,
      durationMs,
    })),
  );
}

const WRONG = "A verified figure is wrong.";
