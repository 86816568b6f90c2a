import {Type} from "@sinclair/typebox";
import type {AnswerChart} from "../../shared/automation/agents/report/answer.ts";
import type {RunOutput, StoredAnswer} from "../../shared/automation/agents/run-schemas.ts";
import type {AgentOutput} from "../../shared/automation/agents/schemas.ts";
import {createMail} from "../../shared/automation/deliveries/create-mail.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {problemOf} from "../../shared/core/problem.ts";
import {rowReaderOf} from "../../shared/core/validate.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";
import {requireDeliveryLeft} from "../../shared/tenancy/billing/delivery-limit.ts";
import {inOneTransaction} from "../../shared/tenancy/content-kinds/one-transaction.ts";
import {type CheckedChart, checkCharts, usesCharts} from "./charts.ts";
import type {RunGrounding} from "./grounding.ts";
import {makeChart, makeDashboard} from "./make-content.ts";
import {type AgentRun, RunGone, recordActivity, requireRunning} from "./run-state.ts";

const readRecipients = rowReaderOf(Type.Object({recipients: Type.Array(Type.String())}), "the run");

/** The dependencies and inputs for creating the outputs of a run. */
export interface Making {
  runner: Runner;
  actor: Actor;
  grounding: RunGrounding;
}

/**
 * Creates the remaining outputs of the run's answer in order. The transaction that creates an output also marks it, so
 * that each output is created once. An output that cannot be created is recorded with its error. A failed run gets its
 * report and no other output.
 */
export async function makeOutputs(making: Making, run: AgentRun, status: string): Promise<void> {
  const {answer, definition} = run;
  if (!answer) return;
  const {db} = making.runner;
  for (const [index, output] of definition.outputs.entries()) {
    if (run.outputs[index]) continue;
    await recordActivity(db, run, `Making the ${output.type}`);
    const made =
      status === "failed" && output.type !== "report"
        ? {type: output.type, error: "The run has failed."}
        : await makeOne(making, run, answer, output, index);
    if (made) await storeOutput(db, run, made);
  }
}

async function storeOutput(db: Db, run: AgentRun, made: RunOutput): Promise<void> {
  await inOneTransaction(db, async joined => {
    await joined.transaction().execute(async tx => {
      await requireRunning(tx, run);
      await storeOutputs(tx, run, [...run.outputs, made]);
    });
  });
  run.outputs.push(made);
}

/** Creates one output and marks it. If the output could not be created, returns the error to be recorded. */
async function makeOne(
  making: Making,
  run: AgentRun,
  answer: StoredAnswer,
  output: AgentOutput,
  index: number,
): Promise<RunOutput | undefined> {
  const {db} = making.runner;
  try {
    const charts = usesCharts(output) ? await checkCharts(making.grounding, answer) : [];
    const made = await inOneTransaction(db, async joined => {
      await joined.transaction().execute(tx => requireRunning(tx, run));
      const one = await make({...making, runner: {...making.runner, db: joined}}, run, {
        answer,
        charts,
        output,
        index,
      });
      await joined.transaction().execute(tx => storeOutputs(tx, run, [...run.outputs, one]));
      return one;
    });
    run.outputs.push(made);
    return undefined;
  } catch (error) {
    if (error instanceof RunGone || !(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
    if (output.type === "report") throw error;
    return {type: output.type, error: oneLine(problemOf(error, run.id).detail)};
  }
}

interface ToMake {
  answer: StoredAnswer;
  charts: readonly CheckedChart[];
  output: AgentOutput;
  index: number;
}

async function make(
  making: Making,
  run: AgentRun,
  {answer, charts, output, index}: ToMake,
): Promise<RunOutput> {
  const {runner} = making;
  switch (output.type) {
    case "report": {
      const {markdown, figures} = answer.report;
      return {type: "report", markdown, figures};
    }
    case "email": {
      const deliveryId = await sendReport(making, run, answer, charts, index);
      return {type: "email", deliveryId, ...leftOut(run, charts)};
    }
    case "chart": {
      const checked = charts[indexOfChart(answer.answer.charts ?? [], run, output.name, index)];
      if (!checked) throw new ServiceError("invalid_request", "The answer has no chart for this output.");
      if ("error" in checked) throw checked.error;
      return {type: "chart", id: await makeChart(runner, run, output.name, checked.chart)};
    }
    case "dashboard": {
      const savable = charts.flatMap(checked => ("chart" in checked ? [checked.chart] : []));
      if (savable.length === 0)
        throw errorOf(charts) ?? new ServiceError("invalid_request", "The answer has no charts.");
      const id = await makeDashboard(runner, run, output.name, savable);
      return {type: "dashboard", id, ...leftOut(run, charts)};
    }
  }
}

/** The error of the first chart that cannot be queried. */
function errorOf(charts: readonly CheckedChart[]): ServiceError | undefined {
  return charts.flatMap(chart => ("error" in chart ? [chart.error] : []))[0];
}

/** The error of an output that was created without some of the charts. */
function leftOut(run: AgentRun, charts: readonly CheckedChart[]): {error?: string} {
  const errors = charts.flatMap(chart =>
    "error" in chart ? [`Without the chart "${chart.name}": ${problemOf(chart.error, run.id).detail}`] : [],
  );
  return errors.length === 0 ? {} : {error: oneLine(errors.join(" "))};
}

/**
 * The index of the answer's chart with this name, or else of the chart at the output's position among the chart
 * outputs.
 */
function indexOfChart(charts: readonly AnswerChart[], run: AgentRun, name: string, index: number): number {
  const named = charts.findIndex(chart => chart.name.trim().toLowerCase() === name.trim().toLowerCase());
  if (named >= 0) return named;
  return run.definition.outputs.slice(0, index).filter(({type}) => type === "chart").length;
}

async function sendReport(
  {runner, actor}: Making,
  run: AgentRun,
  {report}: StoredAnswer,
  charts: readonly CheckedChart[],
  index: number,
): Promise<string> {
  const message = messageOf(run, charts);
  const subject = `${run.name}: ${report.title}`.slice(0, 200);
  return runner.db.transaction().execute(async tx => {
    const recipients = await recipientsOf(tx, run, index);
    if (recipients.length === 0)
      throw new ServiceError("conflict", "The report has no recipients any more. Add recipients with PUT.");
    await requireDeliveryLeft(tx, runner.config.billing, run.orgId);
    return createMail(tx, {
      orgId: run.orgId,
      source: {type: "agent", id: run.agentId},
      subject,
      recipients,
      runAs: actor.id,
      causedBy: run.cause.runId,
      definition: {
        resources: [],
        formats: ["html"],
        filters: [],
        condition: null,
        subject,
        message,
        report,
        cron: "",
        timezone: "UTC",
        charts: charts.flatMap(checked => ("chart" in checked ? [checked.chart] : [])),
      },
    });
  });
}

/**
 * The recipients of an output of the run, which is locked: addresses may have been erased since the run was loaded.
 */
async function recipientsOf(tx: Tx, {id, orgId}: AgentRun, index: number): Promise<string[]> {
  const {rows} = await sql<{id: string; recipients: unknown}>`
    select id, definition -> 'outputs' -> ${index}::int -> 'recipients' as recipients
    from agent_runs where org_id = ${orgId} and id = ${id}`.execute(tx);
  return rows[0] ? readRecipients(rows[0]).recipients : [];
}

/** The text of the mail before the report. It contains no error, because an error may quote text of the model. */
function messageOf({stopping}: AgentRun, charts: readonly CheckedChart[]): string | null {
  const missing = charts.flatMap(chart =>
    "error" in chart ? [`The chart "${chart.name}" is missing, because its query could not be run.`] : [],
  );
  const lines = stopping === null ? missing : [`This report is not complete. ${stopping}`, ...missing];
  return lines.length === 0 ? null : lines.join("\n");
}

async function storeOutputs(tx: Tx, run: AgentRun, outputs: readonly RunOutput[]): Promise<void> {
  await sql`
    update agent_runs set outputs = ${JSON.stringify(outputs)}::json
    where org_id = ${run.orgId} and id = ${run.id}`.execute(tx);
}
