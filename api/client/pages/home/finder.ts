import {element} from "../../document/dom.ts";

const PAUSE_MS = 200;

const SORTS = [
  ["-lastViewedAt", "Last viewed"],
  ["-viewCount", "Most viewed"],
  ["-updatedAt", "Last changed"],
  ["-createdAt", "Newest"],
  ["name", "Name"],
] as const;

/** The search whose result the lists show. */
export interface Search {
  q: string;
  starred: boolean;
  sort: string;
  /** Whether anything filters the lists. */
  isSearch: boolean;
}

/** The search form. Its state is in the page's address, which can be bookmarked and shared. */
export class Finder {
  readonly root: HTMLFormElement;
  readonly #q = element("input", {
    type: "search",
    name: "q",
    "aria-label": "Search by name",
    placeholder: "Search by name",
    autocomplete: "off",
  });
  readonly #sort = element(
    "select",
    {name: "sort", "aria-label": "Order"},
    ...SORTS.map(([value, text]) => element("option", {value}, text)),
  );
  readonly #starred = element("input", {type: "checkbox", name: "starred"});
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: () => void) {
    const given = new URLSearchParams(location.search);
    this.#q.value = given.get("q") ?? "";
    this.#sort.value = SORTS.find(([value]) => value === given.get("sort"))?.[0] ?? SORTS[0][0];
    this.#starred.checked = given.get("starred") === "true";
    this.root = element(
      "form",
      {role: "search", class: "finder"},
      this.#q,
      element("label", {}, this.#starred, "Starred"),
      this.#sort,
    );
    this.root.addEventListener("submit", event => event.preventDefault());
    this.root.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#keep(), PAUSE_MS);
    });
  }

  get search(): Search {
    const [q, starred] = [this.#q.value.trim(), this.#starred.checked];
    return {q, starred, sort: this.#sort.value, isSearch: q !== "" || starred};
  }

  #keep(): void {
    const {q, starred, sort} = this.search;
    const parameters = new URLSearchParams({
      ...(q && {q}),
      ...(starred && {starred: "true"}),
      ...(sort !== SORTS[0][0] && {sort}),
    });
    history.replaceState(null, "", parameters.size > 0 ? `?${parameters}` : location.pathname);
    this.changed();
  }
}
