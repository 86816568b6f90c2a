import {afterAll, beforeAll, expect, test} from "bun:test";
import type {Actor} from "../../../shared/core/actor.ts";
import {projectsOf} from "../../../shared/querying/layers/query-caches.ts";
import {prepareQuery} from "../../../shared/querying/queries/prepare.ts";
import type {Query} from "../../../shared/semantic/documents.ts";
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

test("prepared queries are cached up to a total size, and not only up to a number", async () => {
  const {memory} = service.web;
  const {admin, id: orgId} = service.org;
  const actor: Actor = {
    id: admin.id,
    kind: "service_account",
    name: "admin",
    orgId,
    orgName: "Acme",
    orgRole: "admin",
    seat: "editor",
    scopes: ["read"],
    teams: [],
    attributes: {},
  };
  const {projectId} = shops.postgres;
  const query = (limit: number): Query => ({projectId, model: "orders", measures: ["orders.count"], limit});
  const prepared = await prepareQuery(service.web, actor, query(0), new Date());
  const projects = await projectsOf(service.web, orgId);
  const held = (count: number) =>
    Array.from({length: count}, (_, i) => memory.preparedOf(actor, query(i + 1), false)).filter(Boolean)
      .length;

  const keep = (count: number, sql: string) => {
    const large = {...prepared, compiled: {...prepared.compiled, sql}, projects};
    for (let i = 1; i <= count; i++) memory.storePrepared(actor, query(i), large, false);
  };
  keep(100, prepared.compiled.sql);
  expect(held(100)).toBe(100);
  keep(100, "x".repeat(4_000_000));
  expect(held(100)).toBeLessThanOrEqual(12);
  expect(held(100)).toBeGreaterThan(0);
});
