import {element} from "../dom.ts";
import type {Session} from "../session.ts";
import type {Query} from "./question.ts";

/** The SQL of the question, fetched only while it is shown. */
export class Statement {
  readonly root: HTMLDetailsElement;
  readonly #code = element("code");
  #latestRequest = 0;

  constructor(
    private readonly session: Session,
    private readonly question: () => Query,
  ) {
    const text = element("pre", {tabindex: "0", "aria-label": "SQL"}, this.#code);
    this.root = element("details", {class: "sql"}, element("summary", {}, "SQL"), text);
    this.root.addEventListener("toggle", () => this.refresh());
  }

  refresh(): void {
    if (this.root.open) void this.#load();
  }

  async #load(): Promise<void> {
    const request = ++this.#latestRequest;
    let text: string;
    try {
      const answer = await this.session.ask("POST", "/api/query/detail", {body: this.question()});
      text = (await answer.json()).sql;
    } catch (error) {
      text = error instanceof Error ? error.message : String(error);
    }
    if (request === this.#latestRequest) this.#code.textContent = text;
  }
}
