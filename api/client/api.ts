import type {Filter} from "../../shared/semantic/query.ts";
import type {Drawing} from "../../shared/wire/drawing.ts";

export interface Tile {
  chartId: string;
  x: number;
  y: number;
  w: number;
  h: number;
  chart: {id: string; name: string; type: Drawing["type"]} | null;
}

/** What a page shows: a dashboard, or a chart as its only tile. */
export interface Resource {
  type: "chart" | "dashboard";
  name: string;
  tiles: Tile[];
}

export type {Filter};

/** Values that a reader may filter by; null where rows have none. */
export interface Values {
  values: (string | null)[];
  more: boolean;
}

export interface ChartData extends Omit<Drawing, "theme"> {
  filters: {index: number; fields: string[]; applied: boolean; reason?: string}[];
}

/** Where a page has its charts' rows from. Rejects with a `Refusal`; one of 401 ends the page. */
export interface Source {
  data(chartId: string, filters: readonly Filter[]): Promise<ChartData>;
}

/** An error answer of the service, with its message. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Asking {
  token?: string;
  body?: unknown;
  accept?: string;
}

/** A successful answer of the service. Rejects with a `Refusal`. */
export async function ask(
  method: string,
  path: string,
  {token, body, accept}: Asking = {},
): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: {
      ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
      ...(accept === undefined ? {} : {accept}),
      ...(body === undefined ? {} : {"content-type": "application/json"}),
    },
    // A token speaks for its holder, and a cookie must not speak beside it.
    credentials: token === undefined ? "same-origin" : "omit",
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
  }).catch(() => {
    throw new Refusal(0, "The service cannot be reached.");
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => undefined);
  throw new Refusal(response.status, answer?.detail ?? `The service answered ${response.status}.`);
}
