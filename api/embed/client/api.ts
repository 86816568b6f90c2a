import type {Drawing} from "../../../shared/charts/vega/drawing.ts";

export interface Tile {
  chartId: string;
  x: number;
  y: number;
  w: number;
  h: number;
  chart: {id: string; name: string; type: Drawing["type"]} | null;
}

export interface Resource {
  type: "chart" | "dashboard";
  name: string;
  tiles: Tile[];
  filters: {field: string; label?: string}[];
  expiresAt: string;
}

export interface Filter {
  field: string;
  op: string;
  value: unknown;
}

export interface ChartData extends Omit<Drawing, "theme"> {
  filters: {index: number; fields: string[]; applied: boolean; reason?: string}[];
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

/** A client of the service for the holder of the token. Rejects with a `Refusal`. */
export class Api {
  constructor(private readonly token: string) {}

  resource(): Promise<Resource> {
    return this.#ask("GET", "/api/embed/resource");
  }

  data(chartId: string, filters: readonly Filter[]): Promise<ChartData> {
    return this.#ask("POST", `/api/embed/charts/${encodeURIComponent(chartId)}/data`, {filters});
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : {"content-type": "application/json"}),
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    }).catch(() => {
      throw new Refusal(0, "The service cannot be reached.");
    });
    const answer = await response.json().catch(() => undefined);
    if (!response.ok)
      throw new Refusal(response.status, answer?.detail ?? `The service answered ${response.status}.`);
    return answer;
  }
}
