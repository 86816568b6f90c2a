import {afterAll, beforeAll, expect, test} from "bun:test";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;
let projectId: string;

beforeAll(async () => {
  t = await actionService();
  projectId = t.shops.postgres.projectId;
});

afterAll(() => t?.stop());

/** Gives the model a measure `latest`. */
async function latestIs(measure: object): Promise<void> {
  const path = `/api/projects/${projectId}`;
  const {models} = (await t.call("GET", `${path}/layer`)).body;
  const [orders] = models.filter(({name}: {name: string}) => name === "orders");
  const measures = orders.measures.filter(({name}: {name: string}) => name !== "latest");
  measures.push({name: "latest", ...measure});
  await t.made(`${path}/introspect`, {graph: {models: [{...orders, measures}]}});
}

const body = () => ({
  name: "Latest",
  trigger: {
    type: "threshold",
    query: {model: "orders", projectId, dimensions: ["orders.status"], measures: ["orders.latest"]},
    measure: "orders.latest",
    op: "!=",
    value: 0,
    mode: "became_true",
    cron: "0 8 * * 1",
  },
  effects: [{type: "email", recipients: ["numbers@example.com"], subject: "News", message: "Read."}],
});

test("a threshold on a measure that is no number is refused, and one that becomes none does not fire", async () => {
  await latestIs({type: "max", column: "placed_at"});
  const answer = await t.call("POST", "/api/actions", {body: body()});
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0]).toMatchObject({
    path: "/trigger/measure",
    message: '"orders.latest" is a timestamp, but a threshold compares numbers.',
  });
  await latestIs({type: "max", column: "id"});
  const {id} = await t.made("/api/actions", body());
  expect((await t.ran(id, {dryRun: true})).rowCount).toBeGreaterThan(0);
  await latestIs({type: "max", column: "placed_at"});
  expect((await t.ran(id)).rowCount).toBe(0);
});
