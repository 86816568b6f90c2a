import {afterAll, beforeAll, expect, test} from "bun:test";
import {reportResources, runResources} from "../../../shared/automation/deliveries/build-report.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {isOutage} from "../../../worker/delivery-runs/source-outage.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;
let chartId: string;

beforeAll(async () => {
  t = await mailService();
  chartId = (await t.made("/api/charts", {name: "Orders by status", type: "bar", query: BY_STATUS})).id;
});
afterAll(() => t?.stop());

/** The report of a chart whose picture fails with the error. */
async function reportOf(error: ServiceError, mayPass?: (error: unknown) => boolean) {
  const {runner} = t.worker;
  const headers = {authorization: `Bearer ${t.org.admin.token}`};
  const {actor} = await t.web.authenticate(new Request("http://service.test/", {headers}));
  const asking = {actor, requestId: "req", signal: new AbortController().signal, mayPass};
  const resources = [{resourceType: "chart" as const, resourceId: chartId, name: "Orders by status"}];
  const ran = await runResources(runner, asking, {resources, filters: [], now: new Date()});
  const drawer = {...runner, draw: () => Promise.reject(error)};
  const {resources: made} = await reportResources(drawer, asking, ran, {baseUrl: "https://x.example"});
  return {sections: made[0]?.sections, outcome: ran[0]?.outcome};
}

const BUSY = new ServiceError("worker_unavailable", "Too much work of this kind is waiting.");
const REFUSED = new ServiceError("invalid_request", "The picture could not be drawn.");

test("a picture that cannot be drawn for now makes the whole mail wait for a later attempt", async () => {
  await expect(reportOf(BUSY, isOutage)).rejects.toBe(BUSY);
});

test.each([
  {error: REFUSED, mayPass: isOutage},
  {error: BUSY, mayPass: () => false},
])("a mail names a missing picture if no attempt can draw it, or none is left", async ({error, mayPass}) => {
  expect(await reportOf(error, mayPass)).toMatchObject({
    sections: [{kind: "failure", reason: expect.stringContaining(error.message)}],
    outcome: {status: "failed"},
  });
});
