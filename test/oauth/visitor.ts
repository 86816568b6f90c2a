/** Anything that answers a request: the app itself, or a server. */
type Fetch = (request: Request) => Promise<Response>;

interface Cookie {
  name: string;
  value: string;
  path: string;
}

export interface Seen {
  status: number;
  url: string;
  headers: Headers;
  text: string;
}

/** A small browser: keeps cookies by their paths, follows redirects within the service, and fills in forms. */
export class Visitor {
  cookies: Cookie[] = [];

  constructor(
    private readonly fetch: Fetch,
    readonly base: string,
  ) {}

  /** One request; a redirect is not followed. */
  async send(method: string, url: string, body?: URLSearchParams, headers: Record<string, string> = {}) {
    const target = new URL(url, this.base);
    const cookie = this.cookies
      .filter(({path}) => target.pathname.startsWith(path))
      .map(({name, value}) => `${name}=${value}`)
      .join("; ");
    const response = await this.fetch(
      new Request(target.href, {
        method,
        redirect: "manual",
        headers: {...(cookie ? {cookie} : {}), ...headers},
        ...(body ? {body} : {}),
      }),
    );
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    const text = await response.text();
    return {status: response.status, url: target.href, headers: response.headers, text};
  }

  /** Follows redirects as long as they stay within the service; ends on a page, or on a redirect that leads away. */
  async open(url: string): Promise<Seen> {
    return this.#follow(await this.send("GET", url));
  }

  /** Sends the page's first form with fields of these names, with its hidden fields, as a browser would. */
  async submit(page: Seen, fields: [string, string][], headers: Record<string, string> = {}): Promise<Seen> {
    const {action, hidden} = formOf(page.text);
    const body = new URLSearchParams([...hidden, ...fields]);
    return this.#follow(await this.send("POST", new URL(action, page.url).href, body, headers));
  }

  async #follow(seen: Seen): Promise<Seen> {
    const location = seen.headers.get("location");
    if (location === null) return seen;
    const next = new URL(location, seen.url);
    return next.origin === new URL(this.base).origin ? this.open(next.href) : seen;
  }

  #keep(set: string): void {
    const [pair = "", ...attributes] = set.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const value = pair.slice(at + 1);
    const given = (key: string) =>
      attributes.find(one => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const path = given("path") ?? "/";
    this.cookies = this.cookies.filter(one => one.name !== name || one.path !== path);
    const isOver = given("max-age") === "0" || /1970/.test(given("expires") ?? "");
    if (!isOver && value) this.cookies.push({name, value, path});
  }
}

/** The address of the first form of a page, and its present values. */
export function formOf(text: string): {action: string; hidden: [string, string][]} {
  const [, form = ""] =
    /<form method="post"([\s\S]*?)<\/form>/.exec(text.replace(/class="inline" /g, "")) ?? [];
  const [, action = ""] = /action="([^"]*)"/.exec(form) ?? [];
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  return {action, hidden};
}
