import {GridStack, type GridStackNode} from "gridstack";
import type {Drawing} from "../../../../shared/core/wire/drawing.ts";
import {element} from "../../document/dom.ts";
import {onSchemeChange} from "../../document/page.ts";
import {TileView} from "../../drawings/tile.ts";
import {segment, service} from "../../service/service.ts";
import {COLUMNS, type Tile} from "./dashboard.ts";
import {withoutEmptyRows} from "./empty-rows.ts";

/** The height of a row in pixels, with the gap below it, as on the page of a dashboard. */
const ROW = 32;
const MAX_HEIGHT = 100;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Placed {
  tile: Tile;
  view: TileView;
  root: HTMLElement;
}

interface BoardOptions {
  /** Called with all tiles whenever one was moved, resized, added or removed. */
  onChange: (tiles: Tile[]) => void;
  /** Called with a sentence for screen readers after a change by the keyboard. */
  say: (sentence: string) => void;
  dashboardId: string;
}

/**
 * The tiles of a dashboard, which the pointer drags and resizes. With the keyboard, arrow keys move the focused tile,
 * Shift with arrow keys resizes it, and Delete removes it.
 */
export class Board {
  readonly root = element("div", {class: "grid-stack board"});
  readonly #placed = new Map<HTMLElement, Placed>();
  readonly #grid: GridStack;

  /** `place` must be on the page, because tiles are drawn in its size. */
  constructor(
    place: HTMLElement,
    private readonly options: BoardOptions,
  ) {
    place.replaceChildren(this.root);
    const grid = GridStack.init(
      {column: COLUMNS, cellHeight: ROW, margin: 4, mode: "float", animate: false, minRow: 6},
      this.root,
    );
    if (!grid) throw new Error("the board is not on the page");
    this.#grid = grid;
    this.#grid.on("change", () => this.#changed());
    this.#grid.on("dragstop", () => this.#closeEmptyRows());
    onSchemeChange(() => {
      for (const {view} of this.#placed.values()) void view.draw();
    });
    this.#grid.on("resizestop", (_, item) => void this.#placed.get(item)?.view.draw());
  }

  get tiles(): Tile[] {
    return [...this.#placed.values()]
      .map(({tile, root}) => ({...tile, ...positionOf(nodeOf(root))}))
      .sort((a, b) => a.y - b.y || a.x - b.x);
  }

  /**
   * Adds a tile. With `isSaved`, the dashboard already has the tile, and its rows are loaded under the dashboard's
   * rights.
   */
  add(tile: Tile, isSaved: boolean): void {
    const name = tile.chart?.name ?? "A chart that is not shared";
    const view = new TileView(
      tile.chart
        ? {...tile, chart: {...tile.chart, type: tile.chart.type as Drawing["type"]}}
        : {...tile, chart: null},
      {
        theme: () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light"),
        tools: [],
        labelOf: field => field,
        isAlone: false,
      },
    );
    const remove = element(
      "button",
      {type: "button", class: "button quiet remove", "aria-label": `Remove ${name}`},
      "✕",
    );
    const content = element("div", {class: "grid-stack-item-content"}, view.root, remove);
    const root = element("div", {class: "grid-stack-item", tabindex: "0", role: "group"}, content);
    this.#placed.set(root, {tile, view, root});
    this.root.append(root);
    this.#grid.makeWidget(root, {
      x: tile.x,
      y: tile.y,
      w: tile.w,
      h: tile.h,
      minW: 2,
      minH: 2,
      maxH: MAX_HEIGHT,
    });
    remove.addEventListener("click", () => this.#remove(root));
    root.addEventListener("keydown", event => this.#press(root, event));
    this.#describe(root);
    const chart = segment(tile.chartId);
    const data = isSaved
      ? () =>
          service.post<never>(
            `/api/dashboards/${segment(this.options.dashboardId)}/charts/${chart}/drawing`,
            {
              filters: [],
            },
          )
      : async () => ({...(await service.get<object>(`/api/charts/${chart}/drawing`)), filters: []}) as never;
    void view.load({data}, []).catch(() => undefined);
    if (!isSaved) {
      root.scrollIntoView({block: "nearest"});
      root.focus();
    }
    this.#changed();
  }

  end(): void {
    for (const {view} of this.#placed.values()) view.end();
    this.#placed.clear();
    this.#grid.destroy(false);
  }

  #remove(root: HTMLElement): void {
    const placed = this.#placed.get(root);
    if (!placed) return;
    const all = [...this.#placed.keys()];
    const next = all[all.indexOf(root) + 1] ?? all[all.indexOf(root) - 1];
    placed.view.end();
    this.#placed.delete(root);
    this.#grid.removeWidget(root);
    next?.focus();
    this.options.say(`${placed.tile.chart?.name ?? "The tile"} was removed.`);
    this.#changed();
  }

  #press(root: HTMLElement, event: KeyboardEvent): void {
    if (event.target !== root) return;
    const step = STEPS[event.key];
    if (event.key === "Delete") this.#remove(root);
    else if (step === undefined) return;
    else this.#move(root, step, event.shiftKey);
    event.preventDefault();
  }

  #move(root: HTMLElement, [right, down]: readonly [number, number], isResize: boolean): void {
    const {x, y, w, h} = positionOf(nodeOf(root));
    this.#grid.update(
      root,
      isResize
        ? {w: clamp(w + right, 2, COLUMNS - x), h: clamp(h + down, 2, MAX_HEIGHT)}
        : {x: clamp(x + right, 0, COLUMNS - w), y: Math.max(0, y + down)},
    );
    if (isResize) void this.#placed.get(root)?.view.draw();
    this.#describe(root);
    this.options.say(root.getAttribute("aria-label") ?? "");
    this.#changed();
  }

  /** Closes the empty rows that a drag leaves: a tile that is dragged below another pushes the other one down. */
  #closeEmptyRows(): void {
    const places = [...this.#placed.keys()].map(root => ({root, ...positionOf(nodeOf(root))}));
    this.#grid.batchUpdate();
    for (const {root, y} of withoutEmptyRows(places)) this.#grid.update(root, {y});
    this.#grid.batchUpdate(false);
    this.#changed();
  }

  #describe(root: HTMLElement): void {
    const {x, y, w, h} = positionOf(nodeOf(root));
    const name = this.#placed.get(root)?.tile.chart?.name ?? "A chart that is not shared";
    root.setAttribute("aria-label", `${name}: column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`);
  }

  #changed(): void {
    for (const root of this.#placed.keys()) this.#describe(root);
    this.options.onChange(this.tiles);
  }
}

function nodeOf(root: HTMLElement): GridStackNode {
  return (root as HTMLElement & {gridstackNode?: GridStackNode}).gridstackNode ?? {};
}

function positionOf({x = 0, y = 0, w = 1, h = 1}: GridStackNode): Pick<Tile, "x" | "y" | "w" | "h"> {
  return {x, y, w, h};
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
