import {newId} from "../../../shared/core/ids.ts";
import {hashToken, newToken} from "../../../shared/core/secrets.ts";
import {askOf, askOnce} from "../../client.ts";
import {say} from "../../progress.ts";
import {COUNTRY} from "../../questions.ts";
import {percentile, summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";
import {until} from "../../stage/processes.ts";
import type {Service} from "../../stage/service.ts";
import {rowsOf} from "../../stage/stage.ts";
import {insertOrganizations} from "../models.ts";

const ORGANIZATIONS = 10_000;
const LANES = 4;

/** Ten thousand organizations of a hundred models, which all compile a query in one web process. */
export const growthOrganizations: Scenario = {
  name: "growth-organizations",
  byHand: true,
  async run(stage) {
    const service = await stage.service();
    const count = stage.quick ? ORGANIZATIONS / 10 : ORGANIZATIONS;
    await insertOrganizations(service, count);
    const tokens = await addReaders(service, count);
    const {process, address} = await service.startWeb("web-organizations");
    try {
      await until("the web process listens", () => fetch(`${address}/healthz`).catch(() => undefined));
      say("measuring");
      const ask = (n: number) =>
        askOf(address, {
          path: "/api/query/detail",
          headers: {authorization: `Bearer ${tokens[n]}`},
          body: {
            projectId: `proj_org_bench_${n + 1}`,
            model: "airports_49",
            dimensions: ["airports_49.state"],
            measures: ["airports_49.airports"],
          },
        });
      await askOnce(ask(0));
      const before = await process.residentMb();
      const sizes: number[] = [];
      const cold: number[] = [];
      let next = 1;
      const lane = async () => {
        for (let n = next++; n < count; n = next++) {
          const {lastMs} = await askOnce(ask(n));
          cold.push(lastMs);
          if (n % 100 === 0) sizes.push(await process.residentMb());
        }
      };
      await Promise.all(Array.from({length: LANES}, lane));
      const most = Math.max(...sizes);
      return [
        rowOf(
          `memory of a web process in which ${count} organizations of 100 models each compile a query`,
          {atMost: 1000, unit: "MB"},
          summaryOf([most]),
          `${before.toFixed(0)} MB after the first, ${sizes[Math.floor(sizes.length / 2)]?.toFixed(0)} after half of them`,
        ),
        rowOf(
          `query of an organization whose layer is not in memory, at ${LANES} clients, p99`,
          {atMost: 100, unit: "ms"},
          summaryOf([percentile(cold, 0.99)]),
          `p50 ${percentile(cold, 0.5).toFixed(1)} ms`,
        ),
      ];
    } finally {
      await process.stop();
    }
  },
};

/** Adds to each organization a service account that may read. Returns the tokens. */
async function addReaders({databaseUrl}: Service, count: number): Promise<string[]> {
  const tokens = Array.from({length: count}, () => newToken());
  const ids = tokens.map(() => newId("svc"));
  await rowsOf(
    databaseUrl,
    `insert into principals (id, org_id, kind, name, org_role, scopes, attributes)
     select id, 'org_bench_' || n, 'service_account', 'Reader', 'member', '{read}', $2
     from unnest($1::text[]) with ordinality r (id, n)`,
    [ids, JSON.stringify({country: [COUNTRY]})],
  );
  await rowsOf(
    databaseUrl,
    `insert into tokens (hash, org_id, principal_id)
     select hash, 'org_bench_' || n, id from unnest($1::bytea[], $2::text[]) with ordinality t (hash, id, n)`,
    [tokens.map(token => hashToken(token)), ids],
  );
  return tokens;
}
