import {afterAll, beforeAll, expect, test} from "bun:test";
import {type Bucket, startBucket} from "../../support/bucket.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

let bucket: Bucket;
let service: TestService;
let shop: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  bucket = startBucket();
  service = await testService(bucket.environment);
  shop = await shopProjects(service);
});
afterAll(async () => {
  await service.stop();
  await shop.drop();
  await bucket.stop();
});

test("a query goes to the warehouse while the bucket with its roll-up does not answer", async () => {
  const {projectId} = shop.duckdb;
  const graph = {
    ...shopGraph("duckdb", "main"),
    rollups: [
      {name: "by_status", model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
    ],
  };
  const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {body: graph});
  expect(applied.status, applied.text).toBe(201);
  await until(async () => {
    const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
    return body[0]?.state === "fresh";
  });
  await service.web.notices.caughtUp();
  // The worker that wrote the file has it on its own disk.
  await service.worker.stop();
  await service.addWorker();
  const ask = async () => {
    const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const {status, body, headers} = await service.call("POST", "/api/query", {body: {...query, projectId}});
    return {status, rows: body.rows, isFromRollup: headers.has("x-data-as-of")};
  };
  const isFile = (request: string) => request.includes("rlf_");
  bucket.fail(1000, isFile);
  const away = await ask();
  bucket.fail(0);
  const back = await ask();
  expect(away).toEqual({status: 200, rows: back.rows, isFromRollup: false});
  expect(back).toMatchObject({status: 200, isFromRollup: true});
});
