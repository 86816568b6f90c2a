import {element, notice} from "../document/dom.ts";
import {TileView} from "../drawings/tile.ts";
import type {Filter, Resource, Source} from "../service/api.ts";
import type {Click} from "./client.d.ts";
import {coloursOf} from "./colours.ts";

/** The tiles of a mounted view, drawn in the look of `root`. This module is loaded only when there is something to draw. */
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
      // The tile's heading is not the page's `h1`: the page around it has its own.
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

  /** Loads and draws all tiles. Rejects only where the token is no longer accepted. */
  async load(filters: readonly Filter[]): Promise<void> {
    await Promise.all(this.#tiles.map(tile => tile.load(this.source, filters)));
    this.root.removeAttribute("aria-busy");
  }

  /** Redraws the loaded tiles in their current size and look. */
  redraw(): void {
    for (const tile of this.#tiles) void tile.draw();
  }

  end(): void {
    for (const tile of this.#tiles) tile.end();
  }
}
