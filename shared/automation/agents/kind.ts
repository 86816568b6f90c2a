import {describeKind} from "../../content/descriptions/describe-kind.ts";
import {EXAMPLE_OWNED} from "../../content/descriptions/example.ts";
import {describeCadence} from "../../core/cadence/cron.ts";
import {shorten} from "../../core/one-line.ts";
import {setAgentActive} from "./agents.ts";
import {AGENT} from "./find.ts";
import {AgentView} from "./schemas.ts";

export const EXAMPLE_INPUT = {
  name: "Monday's look at delays",
  instructions:
    "Look at the delays of the last week by state. Say what changed against the week before, and why.",
  model: "anthropic/claude-sonnet-4-5",
  grounding: [{resourceType: "model" as const, resourceId: "proj_01kah3w5v2e8y0t4r6m8n1p3qz/flights"}],
  outputs: [{type: "report" as const}, {type: "email" as const, recipients: ["ada@example.com"]}],
  cadence: {cron: "0 8 * * 1", timezone: "Europe/Berlin"},
  maxTokensPerRun: 200_000,
  maxRounds: 12,
  strict: false,
};

const listed: AgentView = {
  id: "agent_01kah8d5f8jz1w6g0k2n4q7s9t",
  ...EXAMPLE_INPUT,
  active: true,
  runAs: EXAMPLE_OWNED.ownerId,
  nextRun: "2026-02-02T07:00:00.000Z",
  lastRun: {
    id: "run_01kah8e6g9k02x7h1m3p5r8t0v",
    status: "succeeded",
    finishedAt: "2026-01-26T07:00:41.000Z",
  },
  ...EXAMPLE_OWNED,
};

/** An agent as read by its id; lists leave the models out. */
export const EXAMPLE: AgentView = {
  ...listed,
  groundedModels: [
    {
      projectId: "proj_01kah3w5v2e8y0t4r6m8n1p3qz",
      name: "flights",
      label: "Flights",
      dimensions: ["flights.carrier", "flights.date", "origin.state", "destination.state"],
      measures: ["flights.count", "flights.late_share"],
    },
  ],
};

/** Only people create agents, and their routes make checks of their own. */
export const agent = describeKind(AGENT, {
  texts: {
    kind: "Scheduled jobs of a language model: what they read, their reports, and the tokens that they spend.",
    list: "The organization's agents, newest first unless `sort` says otherwise.",
    get: "What the caller cannot see of its grounding is counted in `hiddenGrounding`, not named.",
    remove:
      "For org-admins, the agent's owner and members of its team. Deletes the agent with its run history. The charts and dashboards that it " +
      "made stay, and so does the record of its queries.",
  },
  view: AgentView,
  example: EXAMPLE,
  listed: {schema: AgentView, example: listed},
  listing: {
    description:
      "Agents of the organization, newest first: scheduled jobs of a language model. run_agent runs one.",
    columns: [
      ...["id", "name", "model", "instructions", "cadence", "active", "nextRun", "lastRun", "lastStatus"],
      "warning",
    ],
    row: ({model, instructions, cadence, active, nextRun, lastRun, warning}) => ({
      model,
      instructions: shorten(instructions, 200),
      cadence: cadence ? describeCadence(cadence) : undefined,
      active,
      nextRun: nextRun ?? undefined,
      lastRun: lastRun?.id,
      lastStatus: lastRun?.status,
      warning,
    }),
    empty: "There are no agents yet.",
  },
  activity: {
    description:
      "Needs the service account of an org-admin. The agent's schedule stops or resumes; missed runs are not made up. The agent " +
      "can still be run by hand.",
    run: setAgentActive,
  },
});
