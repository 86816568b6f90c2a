import type {TileView as Tile} from "../../../shared/content/dashboards/schemas.ts";
import type {Drawing} from "../../../shared/core/wire/drawing.ts";
import type {Filter} from "../../../shared/semantic/documents.ts";

export type {Tile};

/** What a page shows: a dashboard, or a chart as its only tile. */
export interface Resource {
  type: "chart" | "dashboard";
  name: string;
  tiles: Tile[];
}

export type {Filter};

/** Values that a reader may filter by; null is for rows without a value. */
export interface Values {
  values: (string | null)[];
  more: boolean;
}

export interface ChartData extends Omit<Drawing, "theme"> {
  filters: {index: number; fields: string[]; applied: boolean; reason?: string}[];
}

/**
 * A source of the rows of a page's charts. Rejects with a `Refusal`; after a refusal with status 401 the source answers
 * no more.
 */
export interface Source {
  data(chartId: string, filters: readonly Filter[]): Promise<ChartData>;
}

/** A fault of a request's body, with the JSON pointer of the faulty part. */
export interface PlacedFault {
  path: string;
  message: string;
}

/** An error answer of the service, with its message. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly faults: readonly PlacedFault[] = [],
    /** The service's error code; `undefined` if a proxy has answered, or if there was no answer. */
    readonly code?: string,
  ) {
    super(message);
  }
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  accept?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** A successful answer of the service. Rejects with a `Refusal`. */
export async function request(
  method: string,
  path: string,
  {token, body, accept, headers, signal}: RequestOptions = {},
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData || body instanceof Blob);
  const response = await fetch(path, {
    method,
    headers: {
      ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
      ...(accept === undefined ? {} : {accept}),
      ...(isJson ? {"content-type": "application/json"} : {}),
      ...headers,
    },
    // A call with a token must not send the session cookie, too.
    credentials: token === undefined ? "same-origin" : "omit",
    ...(signal ? {signal} : {}),
    ...(body === undefined ? {} : {body: isJson ? JSON.stringify(body) : (body as FormData | Blob)}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refusal(
      0,
      "The service cannot be reached. Nothing on this page is lost: try again in a moment.",
    );
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => undefined);
  throw new Refusal(
    response.status,
    answer?.detail ?? `The service answered ${response.status}.`,
    answer?.errors ?? [],
    answer?.code,
  );
}
