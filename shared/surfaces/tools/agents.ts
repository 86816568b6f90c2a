import {Type} from "@sinclair/typebox";
import {agent} from "../../automation/agents/kind.ts";
import {getAgentRun, listAgentRuns} from "../../automation/agents/read-runs.ts";
import {requireStartable, startAgentRun} from "../../automation/agents/runs.ts";
import {ServiceError} from "../../core/errors.ts";
import {shorten} from "../../core/one-line.ts";
import {contentListTool} from "./resources/content.ts";
import {defineTool, READS, type Tool} from "./tool.ts";

const closed = {additionalProperties: false} as const;
const agentId = Type.String({maxLength: 64});
const MAX_TEXT = 12_000;

const runAgentTool = defineTool({
  name: "run_agent",
  title: "Run an agent",
  description:
    "Runs an agent now, which spends tokens and may mail its recipients. Needs an org-admin's service account. get_agent_run returns the report once the run has ended.",
  scope: "write",
  input: Type.Object({agentId}, closed),
  output: Type.Object({agentId: Type.String(), runId: Type.String(), status: Type.String()}),
  annotations: {readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true},
  async call({runner, actor}, {agentId: id}) {
    await requireStartable(runner, actor, id);
    const {runId, status} = await startAgentRun({db: runner.db, billing: runner.config.billing}, actor, id);
    return {
      text: `Run ${runId} is ${status}. get_agent_run tells when it has ended.`,
      structured: {agentId: id, runId, status},
    };
  },
});

const getAgentRunTool = defineTool({
  name: "get_agent_run",
  title: "Get a run of an agent",
  description:
    "Status and report of a run, by default of the agent's latest run. Figures that come from no query are marked as unverified.",
  scope: "read",
  input: Type.Object({agentId, runId: Type.Optional(Type.String({maxLength: 64}))}, closed),
  output: Type.Object({run: Type.Object({}), report: Type.Optional(Type.String())}),
  annotations: READS,
  async call({runner, actor}, {agentId: id, runId: given}) {
    const runId =
      given ?? (await listAgentRuns(runner, actor, id, () => ({before: undefined, limit: 1})))[0]?.id;
    if (runId === undefined) throw new ServiceError("not_found", `The agent "${id}" has not run yet.`);
    const {
      transcript: _,
      evidence = [],
      outputs,
      instructions: __,
      ...run
    } = await getAgentRun(runner, actor, id, runId);
    const report = outputs.find(output => output.type === "report");
    const others = outputs.filter(output => output.type !== "report");
    const figures = report?.figures ?? [];
    const count = figures.filter(({status}) => status === "unverified").length;
    const lines = [
      `run ${run.id}: ${run.status}${run.error === undefined ? "" : `. ${run.error}`}`,
      `${run.rounds} rounds, ${run.tokens.total} tokens, ${evidence.length} queries`,
      ...(run.redacted ? ["The report is not shown, because you would get other rows."] : []),
      ...others.map(output => JSON.stringify(output)),
      ...(report
        ? [`${figures.length} figures, ${count} of them unverified`, "", shorten(report.markdown, MAX_TEXT)]
        : []),
    ];
    const structured = {
      run: {...run, outputs: others},
      ...(report ? {report: shorten(report.markdown, MAX_TEXT)} : {}),
    };
    return {text: lines.join("\n"), structured};
  },
});

export const agentTools: readonly Tool[] = [contentListTool(agent), runAgentTool, getAgentRunTool];
