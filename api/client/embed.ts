import {notice} from "./document/dom.ts";
import {view} from "./drawings/view.ts";
import type {OfferedFilter} from "./filters/offered.ts";
import {
  type ChartData,
  type Filter,
  Refusal,
  type Resource,
  request,
  type Source,
  type Values,
} from "./service/api.ts";

interface EmbeddedResource extends Resource {
  filters: OfferedFilter[];
  expiresAt: string;
}

/** The endpoints that an embed token gives access to. */
class EmbedApi implements Source {
  constructor(private readonly token: string) {}

  async resource(): Promise<EmbeddedResource> {
    return (await request("GET", "/api/embed/resource", {token: this.token})).json();
  }

  async data(chartId: string, filters: readonly Filter[]): Promise<ChartData> {
    const path = `/api/embed/charts/${encodeURIComponent(chartId)}/data`;
    return (await request("POST", path, {token: this.token, body: {filters}})).json();
  }

  async values(field: string, search: string): Promise<Values> {
    const body = {field, search};
    return (await request("POST", "/api/embed/filters/values", {token: this.token, body})).json();
  }
}

function explain(error: unknown): HTMLElement {
  return notice(sentenceOf(error));
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Refusal)) return "This view could not be shown. Reload the page to try again.";
  if (error.status === 401)
    return "This view has expired, or was revoked. Reload the page around it to get a new one.";
  if (error.status === 404) return "This content no longer exists.";
  return error.message;
}

// The embedding page replaces the token by changing the fragment of the frame's address, which by itself reloads nothing.
addEventListener("hashchange", () => location.reload());

view(async () => {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) throw new Refusal(0, "This address is incomplete: the part after # is missing.");
  const source = new EmbedApi(token);
  const {expiresAt, filters, ...resource} = await source.resource();
  const filtering = {offered: filters, values: source.values.bind(source)};
  return {source, resource, filtering, endsAt: Date.parse(expiresAt)};
}, explain);
