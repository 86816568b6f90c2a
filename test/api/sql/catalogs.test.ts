import {afterAll, beforeAll, expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {Catalogs, projectNamed} from "../../../shared/surfaces/sql/catalog-cache.ts";
import type {SqlRunner} from "../../../shared/surfaces/sql/sql-runner.ts";
import {addPerson} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
beforeAll(async () => {
  service = await testService();
  shops = await shopProjects(service);
});
afterAll(async () => {
  await service.stop();
  await shops.drop();
});

/** A runner whose warehouses return no types before `open` is called, with the abort signals of the requests. */
function slowRunner() {
  const {runner} = service.web;
  const gate = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const slow: SqlRunner = {
    ...runner,
    async columnTypes(asking, run) {
      signals.push(asking.signal);
      const left = new Promise<never>((_, reject) => {
        asking.signal.addEventListener("abort", () => reject(asking.signal.reason));
      });
      await Promise.race([gate.promise, left]);
      return runner.columnTypes(asking, run);
    },
  };
  return {slow, signals, open: gate.resolve};
}

async function caller(signal: AbortSignal) {
  const {token} = await addPerson(service);
  const request = new Request("http://sql/", {headers: {authorization: `Bearer ${token}`}});
  const {actor} = await service.web.authenticate(request);
  const asking = {actor, requestId: "request", signal};
  return {asking, project: await projectNamed(service.web.runner, actor, shops.postgres.projectId)};
}

async function asked(signals: readonly AbortSignal[], atLeast: number): Promise<void> {
  while (signals.length < atLeast) await Bun.sleep(1);
}

test("a caller who leaves does not end the reading of types for others", async () => {
  const {slow, signals, open} = slowRunner();
  const catalogs = new Catalogs();
  const leaving = new AbortController();
  const patient = new AbortController().signal;
  const joined = new Promise<void>(resolve => {
    const listen = patient.addEventListener.bind(patient);
    patient.addEventListener = (...values: Parameters<typeof listen>) => {
      listen(...values);
      resolve();
    };
  });
  const [first, second] = [await caller(leaving.signal), await caller(patient)];
  const left = catalogs.of(slow, first.asking, first.project).catch((error: unknown) => error);
  await asked(signals, 1);
  const questions = signals.length;
  const stays = catalogs.of(slow, second.asking, second.project);
  await joined;
  expect(signals).toHaveLength(questions);
  leaving.abort(new Error("gone"));
  expect(await left).toMatchObject({message: "gone"});
  expect(signals.some(({aborted}) => aborted)).toBe(false);
  open();
  const {tables} = await stays;
  const types = tables.find(({name}) => name === "orders")?.columns.map(({name, type}) => [name, type]);
  expect(types).toContainEqual(["id", "bigint"]);
});

test("types are requested again after all callers have left", async () => {
  const {slow, signals, open} = slowRunner();
  const catalogs = new Catalogs();
  const leaving = new AbortController();
  const {asking, project} = await caller(leaving.signal);
  const left = catalogs.of(slow, asking, project).catch((error: unknown) => error);
  await asked(signals, 1);
  const before = [...signals];
  leaving.abort(new Error("gone"));
  await left;
  expect(before.every(({aborted}) => aborted)).toBe(true);
  open();
  const later = await caller(new AbortController().signal);
  const {tables} = await catalogs.of(slow, later.asking, later.project);
  expect(tables.find(({name}) => name === "orders")?.columns.find(({name}) => name === "id")?.type).toBe(
    "bigint",
  );
});

test("no dataset is missing because the service's database failed for a moment", async () => {
  const {projectId} = shops.postgres;
  const body = {name: "All orders", kind: "live", definition: {model: "orders"}};
  const {token} = service.org.admin;
  expect((await service.call("POST", `/api/projects/${projectId}/datasets`, {token, body})).status).toBe(201);
  const request = new Request("http://sql/", {headers: {authorization: `Bearer ${token}`}});
  const {actor} = await service.web.authenticate(request);
  const asking = {actor, requestId: "request", signal: new AbortController().signal};
  const {runner} = service.web;
  const project = await projectNamed(runner, actor, projectId);
  let reads = 0;
  const failing: SqlRunner = {
    ...runner,
    restrictLayer(_, layer) {
      // The first two reads are those of the project's own tables.
      if (++reads === 3) throw new ServiceError("database_unavailable", "It does not answer.");
      return layer;
    },
  };
  const catalogs = new Catalogs();
  const found = catalogs.of(failing, asking, project);
  await expect(found).rejects.toMatchObject({code: "database_unavailable"});
  const {tables} = await catalogs.of(runner, asking, project);
  expect(tables.filter(({schema}) => schema === "datasets").map(({name}) => name)).toEqual(["all_orders"]);
});
