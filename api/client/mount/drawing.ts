import type {Filter, Resource, Source} from "../api.ts";
import {element, notice} from "../dom.ts";
import {TileView} from "../tile.ts";
import type {Click} from "./client.d.ts";
import {coloursOf} from "./colours.ts";

/** What a mounted view shows: its tiles, drawn in the look of `root`. Loaded only when something is to be drawn. */
export class Drawn {
  readonly #tiles: readonly TileView[];

  constructor(
    private readonly root: HTMLElement,
    private readonly source: Source,
    resource: Resource & {filters: readonly {field: string; label: string}[]},
    onClick: ((click: Click) => void) | undefined,
  ) {
    const labels = new Map(resource.filters.map(({field, label}) => [field, label]));
    const options = {
      theme: () => (root.dataset["theme"] === "dark" ? ("dark" as const) : ("light" as const)),
      look: () => coloursOf(root),
      labelOf: (field: string) => labels.get(field) ?? field,
      tools: [],
      // The page around it has a heading of its own.
      isAlone: false,
    };
    const onPick = onClick && {
      onPick: (chartId: string, all: readonly {field: string; value: unknown}[]) => {
        if (all[0]) onClick({...all[0], chartId, all});
      },
    };
    this.#tiles = resource.tiles.map(tile => new TileView(tile, {...options, ...onPick}));
    const grid = element("div", {class: "grid"}, ...this.#tiles.map(tile => tile.root));
    if (this.#tiles.length === 0) grid.append(notice("This dashboard is empty."));
    root.className = `root ${resource.type}${onClick ? " picks" : ""}`;
    root.replaceChildren(grid);
  }

  /** Loads and draws everything. Rejects only where the token opens nothing any more. */
  async load(filters: readonly Filter[]): Promise<void> {
    await Promise.all(this.#tiles.map(tile => tile.load(this.source, filters)));
    this.root.removeAttribute("aria-busy");
  }

  /** Draws what is loaded again, in the present size and look. */
  redraw(): void {
    for (const tile of this.#tiles) void tile.draw();
  }

  end(): void {
    for (const tile of this.#tiles) tile.end();
  }
}
