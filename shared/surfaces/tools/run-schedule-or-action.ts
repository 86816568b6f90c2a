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
    "Sends a schedule's real mail now, as a test: ignores its condition, and does not move its next run. For its owner, a lead of its team or an org-admin.",
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
    const text = `Queued as ${deliveryId}: the rows are read, then each recipient gets a separate mail. get_resource with ${deliveryId} returns the status of each mail. The delivery has ended when its status is neither queued nor running.`;
    return {text, structured: {deliveryId, status}};
  },
});

const runActionTool = defineTool({
  name: "run_action",
  title: "Run an action",
  description:
    "Runs an action now, whatever its trigger. With dryRun only checks the trigger. Needs the right to edit it and to do each of its effects by hand.",
  scope: "write",
  input: Type.Object(
    {actionId: Type.String({maxLength: 64}), ...StartRun.properties},
    {additionalProperties: false},
  ),
  output: Type.Object({runId: Type.String(), status: Type.String()}),
  annotations: {...CREATES, openWorldHint: true},
  async call({runner, actor}, {actionId, ...start}) {
    const {id: runId, status} = await startActionRun(runner, actor, actionId, start);
    const text = `Queued as ${runId}. get_resource with ${runId} returns what fired and the status of each effect. The run has ended when its status is neither queued nor running.`;
    return {text, structured: {runId, status}};
  },
});

/** Tools that run a schedule or an action now. */
export const runTools: readonly Tool[] = [runScheduleTool, runActionTool];
