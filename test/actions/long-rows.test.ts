import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;
let warehouse: pg.Client;

beforeAll(async () => {
  t = await actionService();
  warehouse = new pg.Client({connectionString: t.shops.postgresUrl});
  await warehouse.connect();
});

afterAll(async () => {
  await warehouse?.end();
  await t?.stop();
});

test("a run stores few rows if they are long, and counts all of them", async () => {
  await warehouse.query(
    "insert into orders (id, status) select 1000 + g, g || repeat('x', 10000) from generate_series(1, 50) g",
  );
  const trigger = {
    type: "threshold",
    query: {
      model: "orders",
      projectId: t.shops.postgres.projectId,
      dimensions: ["orders.status"],
      measures: ["orders.count"],
      filters: [{field: "orders.status", op: "contains", value: "xx"}],
    },
    measure: "orders.count",
    op: ">",
    value: 0,
    mode: "became_true",
    cron: "0 8 * * 1",
  };
  const effect = {
    type: "email",
    recipients: ["long@example.com"],
    subject: "{{count}}",
    message: "{{value}}",
  };
  const {id} = await t.made("/api/actions", {name: "Long", trigger, effects: [effect]});
  const run = await t.ran(id);
  // Six rows of ten thousand characters fit into 65,536.
  expect(run.rows).toHaveLength(6);
  expect(run).toMatchObject({status: "succeeded", rowCount: 50});
  await t.ended(run.effects[0].result.deliveryId);
  expect(t.mailTo("long@example.com")[0]?.mail.subject).toBe("50");
});
