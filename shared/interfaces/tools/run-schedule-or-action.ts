import {Type} from "@sinclair/typebox";
import {StartRun} from "../../automation/actions/run-schemas.ts";
import {startActionRun} from "../../automation/actions/runs.ts";
import {runSchedule} from "../../automation/deliveries/run.ts";
import {TestSend} from "../../automation/deliveries/schemas.ts";
import {CREATES, defineTool, type Tool} from "./tool.ts";

const runScheduleTool = defineTool({
  name: "run_schedule",
  title: "Run a schedule",
  description:
    "Sends real mail now, as a test: a condition does not count, cadence and next run stay. For its owner, the lead of its team or an org-admin.",
  scope: "write",
  input: Type.Object(
    {scheduleId: Type.String({maxLength: 64}), ...TestSend.properties},
    {additionalProperties: false},
  ),
  output: Type.Object({deliveryId: Type.String(), status: Type.String()}),
  annotations: {...CREATES, openWorldHint: true},
  async call({runner, actor}, {scheduleId, ...send}) {
    const {db, config} = runner;
    const deps = {db, mail: config.mail, keys: config.encryptionKeys, billing: config.billing};
    const {deliveryId, status} = await runSchedule(deps, actor, scheduleId, send);
    const text = `Queued as ${deliveryId}: its rows are read, then each recipient gets a mail of their own. get_resource with ${deliveryId} tells what became of each: it has ended when status is neither queued nor running.`;
    return {text, structured: {deliveryId, status}};
  },
});

const runActionTool = defineTool({
  name: "run_action",
  title: "Run an action",
  description:
    "Runs it now, whatever its trigger; with dryRun it is judged, and nothing is done or remembered. For those who may edit it and do its effects by hand.",
  scope: "write",
  input: Type.Object(
    {actionId: Type.String({maxLength: 64}), ...StartRun.properties},
    {additionalProperties: false},
  ),
  output: Type.Object({runId: Type.String(), status: Type.String()}),
  annotations: {...CREATES, openWorldHint: true},
  async call({runner, actor}, {actionId, ...start}) {
    const {id: runId, status} = await startActionRun(runner, actor, actionId, start);
    const text = `Queued as ${runId}. get_resource with ${runId} tells what fired and what became of each effect: it has ended when status is neither queued nor running.`;
    return {text, structured: {runId, status}};
  },
});

/** Tools that run a schedule or an action now. */
export const runTools: readonly Tool[] = [runScheduleTool, runActionTool];
