import {element} from "../../document/dom.ts";
import type {Session} from "../../service/session.ts";
import type {Search} from "./finder.ts";

const ROWS = "12";

interface Kind {
  /** The name of the kind's list in the API. */
  kind: "dashboards" | "charts" | "sheets";
  title: string;
  page(id: string): string;
}

interface Row {
  id: string;
  name: string;
  updatedAt: string;
  starred: boolean;
  viewCount: number;
}

const DAY = new Intl.DateTimeFormat(undefined, {dateStyle: "medium"});

/** One list of content: names to open, stars to set, and a button for more. */
export class ContentSection {
  readonly root: HTMLElement;
  readonly #list = element("ul", {class: "rows"});
  readonly #more = element("button", {type: "button"}, "More");
  #next: string | undefined;
  #latestRequest = 0;

  constructor(
    private readonly session: Session,
    private readonly of: Kind,
    /** Called with the error of a click. */
    private readonly failed: (error: unknown) => void,
  ) {
    const heading = element("h2", {id: of.kind}, of.title);
    this.root = element("section", {"aria-labelledby": of.kind}, heading, this.#list, this.#more);
    this.#more.setAttribute("aria-label", `More ${of.title.toLowerCase()}`);
    this.#more.addEventListener("click", () => this.#addMore().catch(this.failed));
  }

  get hasMore(): boolean {
    return this.#next !== undefined;
  }

  /** Fills the list and returns its number of rows. An empty list is hidden. */
  async show({q, starred, sort}: Search): Promise<number> {
    const request = ++this.#latestRequest;
    const search = new URLSearchParams({
      limit: ROWS,
      sort,
      ...(q && {q}),
      ...(starred && {starred: "true"}),
    });
    const {rows, next} = await this.#load(`/api/${this.of.kind}?${search}`);
    if (request !== this.#latestRequest) return 0;
    this.#list.replaceChildren(...rows.map(row => this.#item(row)));
    this.#keepNext(next);
    this.root.hidden = rows.length === 0;
    return rows.length;
  }

  async #addMore(): Promise<void> {
    if (this.#next === undefined) return;
    const request = ++this.#latestRequest;
    const {rows, next} = await this.#load(this.#next);
    if (request !== this.#latestRequest) return;
    const items = rows.map(row => this.#item(row));
    this.#list.append(...items);
    this.#keepNext(next);
    // The focused button may have disappeared, so the focus moves to the first new row.
    items[0]?.querySelector("a")?.focus();
  }

  #keepNext(next: string | undefined): void {
    this.#next = next;
    this.#more.hidden = next === undefined;
  }

  async #load(path: string): Promise<{rows: Row[]; next: string | undefined}> {
    const response = await this.session.request("GET", path);
    const next = /^<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    return {rows: await response.json(), next};
  }

  #item(row: Row): HTMLElement {
    const {id, name, updatedAt, viewCount} = row;
    const looks = viewCount === 1 ? "once" : `${viewCount.toLocaleString()} times`;
    return element(
      "li",
      {},
      this.#star(row),
      element("a", {href: this.of.page(encodeURIComponent(id))}, element("bdi", {}, name)),
      element(
        "span",
        {class: "soft"},
        `Changed ${DAY.format(new Date(updatedAt))}${viewCount > 0 ? `, viewed ${looks}` : ""}`,
      ),
    );
  }

  #star({id, name, starred}: Row): HTMLButtonElement {
    const button = element("button", {type: "button", class: "star", "aria-label": `Star ${name}`});
    let isOn = starred;
    const show = () => {
      button.setAttribute("aria-pressed", String(isOn));
      button.textContent = isOn ? "★" : "☆";
    };
    show();
    button.addEventListener("click", async () => {
      isOn = !isOn;
      show();
      const path = `/api/${this.of.kind}/${encodeURIComponent(id)}/star`;
      try {
        await this.session.request(isOn ? "PUT" : "DELETE", path);
      } catch (error) {
        this.failed(error);
        // Shows the stored state again.
        isOn = !isOn;
        show();
      }
    });
    return button;
  }
}
