import {Type} from "@sinclair/typebox";
import {parserOf} from "../../../shared/core/validate.ts";
import {openPostgresProxy, type PostgresProxy} from "../../../test/support/postgres-proxy.ts";
import {summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";
import {until} from "../../stage/processes.ts";
import type {Service} from "../../stage/service.ts";

const CHANNEL = "analytics-service notices";

/**
 * The time for which a token that one web process revoked is still valid on another process: normally, and while the
 * other process gets no notices.
 */
export const staleness: Scenario = {
  name: "staleness",
  async run(stage) {
    const service = await stage.service();
    const proxy = await openPostgresProxy(service.databaseUrl);
    const other = await service.startWeb("web-stale", {DATABASE_URL: proxy.url});
    try {
      await until("the second web process is ready", async () => isReady(other.address));
      const withNotices: number[] = [];
      for (let i = 0; i < (stage.quick ? 5 : 50); i++)
        withNotices.push(await staleMs(service, other.address));
      const withoutNotices: number[] = [];
      for (let i = 0; i < (stage.quick ? 1 : 10); i++) {
        withoutNotices.push(await staleWithoutNoticesMs(service, proxy, other.address, i));
      }
      // The longest time counts.
      return [
        rowOf(
          "longest use of a revoked token, with the notification received",
          {atMost: 100, unit: "ms"},
          longest(withNotices),
        ),
        rowOf(
          "longest use of a revoked token, with a half-open notification connection",
          {atMost: 3000, unit: "ms"},
          longest(withoutNotices),
        ),
      ];
    } finally {
      await other.process.stop();
      proxy.stop();
    }
  },
};

function longest(values: readonly number[]) {
  const summary = summaryOf(values);
  return {...summary, median: summary.max};
}

async function staleWithoutNoticesMs(
  service: Service,
  proxy: PostgresProxy,
  address: string,
  i: number,
): Promise<number> {
  // Each round begins at another point of the notices' interval.
  await Bun.sleep((i * 97) % 800);
  const ms = await staleMs(service, address, () => proxy.silence(CHANNEL));
  proxy.speak();
  await until("the second web process hears again", async () => isReady(address));
  return ms;
}

async function staleMs(service: Service, address: string, before = () => {}): Promise<number> {
  const {orgId, adminToken, api} = service;
  const made = parseMade(await api(`/api/orgs/${orgId}/service-accounts`, {name: "Gone", scopes: ["read"]}));
  const status = async () => {
    const answer = await fetch(`${address}/api/whoami`, {headers: {authorization: `Bearer ${made.token}`}});
    await answer.arrayBuffer();
    return answer.status;
  };
  await status();
  before();
  await fetch(`${service.address}/api/orgs/${orgId}/service-accounts/${made.serviceAccount.id}`, {
    method: "DELETE",
    headers: {authorization: `Bearer ${adminToken}`},
  });
  const since = performance.now();
  await until("the token is refused", async () => ((await status()) === 401 ? true : undefined), 1);
  return performance.now() - since;
}

async function isReady(address: string): Promise<true | undefined> {
  const answer = await fetch(`${address}/readyz`).catch(() => undefined);
  return answer?.status === 200 ? true : undefined;
}

const parseMade = parserOf(
  Type.Object({token: Type.String(), serviceAccount: Type.Object({id: Type.String()})}),
  "answer",
);
