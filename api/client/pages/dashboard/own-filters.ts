import {element} from "../../document/dom.ts";
import {readAddress, withFilters} from "../../filters/address.ts";

/**
 * A person's own default filters of a dashboard. They are stored in this browser only, for each user. Filters in the
 * address have precedence.
 */
export class OwnFilters {
  readonly root = element("div", {class: "own-filters"});
  readonly #key: string;
  readonly #status = element("span", {class: "soft", role: "status"});
  readonly #forget = element("button", {type: "button"}, "Delete my defaults");

  constructor(dashboardId: string) {
    this.#key = `filters:${document.body.dataset["user"] ?? ""}:${dashboardId}`;
    const keep = element("button", {type: "button"}, "Make these my defaults");
    keep.addEventListener("click", () => this.#keep());
    this.#forget.addEventListener("click", () => this.#drop());
    this.root.append(keep, this.#forget, this.#status);
    this.#forget.hidden = this.#stored.size === 0;
  }

  /** Puts the defaults into an address that has no filters. */
  apply(): void {
    const stored = this.#stored;
    if (stored.size === 0 || readAddress(location.search).size > 0) return;
    const address = withFilters(location.href, stored);
    if (address === undefined) return;
    history.replaceState(null, "", address);
    this.#say("Opened with your defaults.");
  }

  #keep(): void {
    const states = readAddress(location.search);
    if (states.size === 0) {
      this.#drop();
      return;
    }
    try {
      localStorage.setItem(this.#key, withFilters(location.origin, states) ?? "");
    } catch {
      // The storage is full or disabled.
      this.#say("This browser has no free storage for your defaults.");
      return;
    }
    this.#forget.hidden = false;
    this.#say("Saved for you, in this browser only.");
  }

  #drop(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Without storage there is nothing to remove.
    }
    this.#forget.hidden = true;
    this.#say("You have no defaults here.");
  }

  get #stored(): Map<string, string[]> {
    try {
      const text = localStorage.getItem(this.#key);
      return text ? readAddress(new URL(text).search) : new Map();
    } catch {
      return new Map();
    }
  }

  #say(text: string): void {
    this.#status.textContent = text;
  }
}
