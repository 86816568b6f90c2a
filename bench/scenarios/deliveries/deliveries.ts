import {say} from "../../progress.ts";
import {times} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import {idOf} from "../../stage/service.ts";
import type {Stage} from "../../stage/stage.ts";
import {newAuthor, newDashboard} from "./content.ts";
import {due} from "./due.ts";
import {storm} from "./storm.ts";

const TILES = 12;

/** Scheduled mail: one dashboard, a thousand schedules in one minute, and the cost of finding due schedules. */
export const deliveries: Scenario = {
  name: "deliveries",
  async run(stage) {
    return [await single(stage), ...(await storm(stage)), await due(stage)];
  },
};

/** Each mail has filters of its own, so that nothing made for an earlier mail can be used again. */
async function single(stage: Stage): Promise<Row> {
  say("a dashboard as a mail");
  const service = await stage.service();
  const {mail, projects} = service;
  const call = await newAuthor(service);
  const resourceId = await newDashboard(call, projects.postgres, "Single", TILES);
  const schedule = {
    resourceType: "dashboard",
    resourceId,
    cron: "0 8 1 1 *",
    recipients: ["one@example.com"],
  };
  const id = idOf(await call("/api/schedules", schedule));
  let n = 0;
  const send = async () => {
    const filters = [{field: "airports.iata", op: "!=", value: String(n++)}];
    await call(`/api/schedules/${id}`, {...schedule, filters}, "PUT");
    const {messages} = mail.taken();
    const started = performance.now();
    await call(`/api/schedules/${id}/run`, {});
    await mail.reached(messages + 1);
    return performance.now() - started;
  };
  for (let warm = 0; warm < 3; warm++) await send();
  const summary = await times(stage.quick ? 3 : 15, send);
  return rowOf(
    `mail of a dashboard with ${TILES} tiles, from due to handed over`,
    {atMost: 1000, unit: "ms"},
    summary,
  );
}
