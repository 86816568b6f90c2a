import {afterAll, beforeAll, test} from "bun:test";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;

beforeAll(async () => {
  t = await actionService();
});

afterAll(() => t?.stop());

const email = {type: "email", recipients: ["lanes@example.com"], subject: "News", message: "Read."};

test("slow queries of one organization's actions hold up no other organization's actions", async () => {
  const {projectId} = t.shops.postgres;
  const trigger = {
    type: "threshold",
    // The query takes a minute.
    query: {model: "slow", projectId, measures: ["slow.count"]},
    measure: "slow.count",
    op: ">",
    value: 0,
    mode: "became_true",
    cron: "0 8 * * 1",
  };
  for (let i = 0; i < 8; i++) {
    const {id} = await t.made("/api/actions", {name: "Slow", trigger, effects: [email]});
    await t.made(`/api/actions/${id}/runs`, {dryRun: i % 2 === 0});
  }
  const {token} = (await t.addOrg("Beside")).admin;
  const {id} = await t.made(
    "/api/actions",
    {name: "Quick", trigger: {type: "manual"}, effects: [email]},
    token,
  );
  const {id: runId} = await t.made(`/api/actions/${id}/runs`, {}, token);
  await until(async () => {
    const {status} = (await t.call("GET", `/api/actions/${id}/runs/${runId}`, {token})).body;
    return status === "succeeded";
  });
});
