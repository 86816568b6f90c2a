import {afterAll, afterEach, beforeAll, expect, mock, spyOn, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {runDelivery} from "../../../worker/tasks/run-delivery.ts";
import {until} from "../../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;
let chartId: string;

beforeAll(async () => {
  t = await mailService();
  chartId = (await t.made("/api/charts", {name: "Orders by status", type: "table", query: BY_STATUS})).id;
});
afterAll(() => t.stop());
afterEach(() => mock.restore());

/** A worker that is silent for so long that it counts as dead while it makes a file, and then continues. */
async function silentWorker(fault: Error | undefined) {
  const {runner} = t.worker;
  const run = runner.run.bind(runner);
  const [silent, wakes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  spyOn(runner, "run").mockImplementation(async (...given) => {
    const answer = await run(...given);
    if (given[3] === "csv_safe" && isFirst) {
      isFirst = false;
      silent.resolve();
      await wakes.promise;
      if (fault !== undefined) throw fault;
    }
    return answer;
  });
  return {silent: silent.promise, wake: wakes.resolve};
}

test.each([
  ["its file is made", undefined],
  ["its file cannot be made", new Error("no such host")],
] as const)(
  "a late attempt does not change a delivery that another attempt has sent: %s",
  async (_, fault) => {
    const email = `late-${fault === undefined}@example.com`;
    const {id} = await t.made("/api/schedules", {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      formats: ["csv"],
      recipients: [email],
    });
    const {silent, wake} = await silentWorker(fault);
    const {deliveryId} = await t.made(`/api/schedules/${id}/run`, {});
    await silent;
    const {worker, runner} = t.worker;
    const job = {orgId: t.org.id, deliveryId};
    await runDelivery(worker, runner, job, new AbortController().signal);
    const before = await t.ended(deliveryId);
    expect(before).toMatchObject({status: "succeeded", recipients: [{status: "sent"}]});
    const put = spyOn(worker.deliveryFiles, "put");
    wake();
    await until(async () => {
      const {rows} = await sql`
      select from graphile_worker.jobs where task_identifier = 'run_delivery' and locked_at is not null`.execute(
        t.db,
      );
      return rows.length === 0;
    });
    expect(put).not.toHaveBeenCalled();
    expect((await t.call("GET", `/api/deliveries/${deliveryId}`)).body).toEqual(before);
    expect(t.mailTo(email)).toHaveLength(1);
  },
);
