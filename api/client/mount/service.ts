import {type ChartData, type Filter, Refusal, type Resource, request, type Source} from "../service/api.ts";
import type {TokenKeeper} from "./token.ts";

interface MountedResource extends Resource {
  filters: {field: string; label: string}[];
}

/** The API calls that an embed token allows, with a token that is renewed before it expires. */
export class MountedService implements Source {
  constructor(
    private readonly base: string,
    private readonly tokens: TokenKeeper,
  ) {}

  async resource(): Promise<MountedResource> {
    return (await this.#ask("GET", "/api/embed/resource")).json();
  }

  async data(chartId: string, filters: readonly Filter[]): Promise<ChartData> {
    return (
      await this.#ask("POST", `/api/embed/charts/${encodeURIComponent(chartId)}/data`, {filters})
    ).json();
  }

  /** Sends the request. Where the token is refused, because it was revoked or a clock is wrong, retries once with a new one. */
  async #ask(method: string, path: string, body?: unknown): Promise<Response> {
    const call = (token: string) =>
      request(method, this.base + path, {token, ...(body === undefined ? {} : {body})});
    const token = await this.tokens.current();
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      await this.tokens.drop(token);
      return call(await this.tokens.current());
    }
  }
}
