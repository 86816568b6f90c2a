import {Type} from "@sinclair/typebox";
import {newId} from "../../../shared/core/ids.ts";
import {freePort} from "../../../shared/core/postgres/server.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import {smallQuery} from "../../questions.ts";
import {idOf, type Service} from "../../stage/service.ts";
import {rowsOf} from "../../stage/stage.ts";

const FIELDS = 500;
export const CHARTS = 100_000;
export const TILES = 30;
const TILE = {w: 12, h: 9};

/** The data that the pages show, and the addresses at which they are opened. */
export interface Fixture {
  address: string;
  email: string;
  /** The link at which a password is set, once. */
  passwordLink: string;
  /** The explorer of the model with 500 fields. */
  widePage: string;
  chartId: string;
  dashboardId: string;
  stop(): Promise<void>;
}

const parseLink = parserOf(Type.Object({url: Type.String()}), "answer");

/** A person, a model of 500 fields, a dashboard of 30 tiles, and a home of 100,000 charts. */
export async function prepareFixture(service: Service): Promise<Fixture> {
  const port = await freePort();
  // Pages call the service at its BASE_URL.
  const baseUrl = `http://127.0.0.1:${port}`;
  const web = await service.startWeb("web-pages", {PORT: String(port), BASE_URL: baseUrl});
  const email = "reader@pages.example";
  const member = idOf(
    await service.api(`/api/orgs/${service.orgId}/members`, {
      name: "Reader",
      email,
      orgRole: "admin",
      attributes: {country: ["USA"]},
    }),
  );
  const {url} = parseLink(
    await service.api(`/api/orgs/${service.orgId}/members/${member}/password-link`, {}),
  );
  const projectId = service.projects.cached;
  const wideProject = await service.newProject("pages");
  const fields = Array.from({length: FIELDS - 1}, (_, i) => ({
    name: `sum_${i}`,
    type: "sum",
    sql: String(i),
  }));
  await service.api(`/api/projects/${wideProject}/introspect`, {
    graph: {
      models: [
        {
          name: "wide",
          table: {sql: "select 1 as id"},
          dimensions: [{name: "id", type: "number", column: "id"}],
          measures: fields,
        },
      ],
    },
  });
  const query = {...smallQuery(), projectId};
  const chartId = idOf(await service.api("/api/charts", {name: "Airports", type: "bar", query}));
  const dashboardId = idOf(await service.api("/api/dashboards", {name: "Thirty"}));
  const charts = await Promise.all(
    Array.from({length: TILES}, async (_, i) =>
      idOf(await service.api("/api/charts", {name: `Airports ${i}`, type: i % 3 ? "bar" : "table", query})),
    ),
  );
  const tiles = charts.map((id, i) => ({
    chartId: id,
    x: (i % 3) * TILE.w,
    y: Math.floor(i / 3) * TILE.h,
    ...TILE,
  }));
  await service.api(`/api/dashboards/${dashboardId}/layout`, {tiles}, "PUT");
  await addCharts(service, projectId);
  return {
    address: baseUrl,
    email,
    passwordLink: url.replace(/^https?:\/\/[^/]+/, baseUrl),
    widePage: `/explore/wide?project=${wideProject}`,
    chartId,
    dashboardId,
    stop: () => web.process.stop(),
  };
}

/** Adds charts as if the organization had saved them. */
async function addCharts({databaseUrl, orgId, accountId}: Service, projectId: string): Promise<void> {
  const ids = Array.from({length: CHARTS}, () => newId("chart"));
  await rowsOf(
    databaseUrl,
    `with made as (
       insert into content (id, org_id, type, name, owner_id)
       select id, $1, 'chart', 'Flights by state ' || n, $2 from unnest($3::text[]) with ordinality c (id, n)
       returning id
     )
     insert into charts (id, org_id, project_id, type, query)
     select id, $1, $4, 'bar', $5::json from made`,
    [orgId, accountId, ids, projectId, JSON.stringify(smallQuery())],
  );
  await rowsOf(databaseUrl, "vacuum analyze", []);
}
