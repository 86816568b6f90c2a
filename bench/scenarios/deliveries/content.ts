import type {ChartType} from "../../../shared/core/wire/chart-config.ts";
import type {Query} from "../../../shared/semantic/documents.ts";
import {COUNTRY} from "../../questions.ts";
import {type Caller, caller, idOf, type Service, tokenOf} from "../../stage/service.ts";

const TYPES: readonly ChartType[] = ["bar", "line", "horizontal_bar", "pie"];

/** Calls the API as a new service account, which owns what it creates. Deliveries show the rows that it may read. */
export async function newAuthor({api, orgId, address}: Service): Promise<Caller> {
  const account = await api(`/api/orgs/${orgId}/service-accounts`, {
    name: "Author",
    scopes: ["read", "write"],
    attributes: {country: [COUNTRY]},
  });
  return caller(address, tokenOf(account));
}

/** A dashboard whose tiles are charts of several types, each with a query of its own that takes a millisecond. */
export async function newDashboard(
  call: Caller,
  projectId: string,
  name: string,
  tiles: number,
): Promise<string> {
  const placed = [];
  for (let n = 0; n < tiles; n++) {
    const query: Query = {
      model: "airports",
      dimensions: ["airports.state"],
      measures: ["airports.airports"],
      filters: [{field: "airports.city", op: "!=", value: `${name} ${n}`}],
      orderBy: ["airports.airports desc"],
      limit: 20,
    };
    const type = TYPES[n % TYPES.length];
    const made = await call("/api/charts", {name: `${name} ${n}`, type, query, projectId});
    placed.push({chartId: idOf(made), x: (n % 3) * 12, y: Math.floor(n / 3) * 8, w: 12, h: 8});
  }
  const id = idOf(await call("/api/dashboards", {name}));
  await call(`/api/dashboards/${id}/layout`, {tiles: placed}, "PUT");
  return id;
}

export const recipientsOf = (count: number) =>
  Array.from({length: count}, (_, n) => `person${n}@example.com`);
