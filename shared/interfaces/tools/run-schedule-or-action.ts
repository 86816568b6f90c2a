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
    "Sends a schedule's real mail now, as a test: its condition is ignored, its next run stays. For its owner, a lead of its team or an org-admin.",
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
    "Runs an action now, whatever its trigger. With dryRun the trigger is checked and nothing is done. For those who may edit it and do each of its effects by hand.",
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
