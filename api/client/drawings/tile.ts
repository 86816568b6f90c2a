import type {View} from "vega";
import {chartSpec} from "../../../shared/content/charts/vega/chart-spec.ts";
import {readDrawing, textIn} from "../../../shared/content/charts/vega/read.ts";
import type {Theme as Colours} from "../../../shared/content/charts/vega/theme.ts";
import {element, notice} from "../document/dom.ts";
import {type ChartData, type Filter, Refusal, type Source, type Tile} from "../service/api.ts";
import {isRetryable} from "../service/is-retryable.ts";
import {dataTable} from "./data-table.ts";
import {HiddenSeries} from "./hidden-series.ts";
import {dataShapes, type PlacedShape, textsOf, walkByKeys} from "./keyboard.ts";
import {type Picked, pickedOf, pickedRow} from "./picked.ts";
import {drawPicture} from "./picture.ts";
import {pointedAt} from "./pointed.ts";
import {READER_LOCALE} from "./reader-locale.ts";
import {Tip} from "./tip.ts";
import {tooltipOf} from "./tooltip.ts";

export type Theme = "light" | "dark";

/** A command on a chart, shown as a button on its tile. */
export interface Tool {
  text: string;
  /** The button's name for screen readers, which announce it without the tile around it. */
  nameFor(chartName: string): string;
  use(chartId: string, filters: readonly Filter[]): Promise<void>;
}

interface TileOptions {
  theme: () => Theme;
  tools: readonly Tool[];
  /** The label of a field that can be filtered by. */
  labelOf: (field: string) => string;
  /** Whether the tile is the only one of the page. Its heading is then the heading of the page. */
  isAlone: boolean;
  /** Overrides of the theme's colours and font. */
  look?: () => Partial<Colours>;
  /** The page of a chart, to which its heading leads. */
  pageOf?: (chartId: string) => string;
  /** Called on a click with the dimensions that the clicked shape or cell stands for, the clicked one first. */
  onPick?: (chartId: string, picked: readonly Picked[]) => void;
}

/** One chart on the page: its picture, the table behind it, and an error message where something failed. */
export class TileView {
  /** The number of tiles that this document has made, for unique ids. */
  static #count = 0;
  readonly root: HTMLElement;
  readonly heading: HTMLElement;
  readonly #picture = element("div", {class: "picture"});
  readonly #status = element("div", {class: "status", "aria-live": "polite"});
  readonly #data = element("div", {});
  #shown: ChartData | undefined;
  readonly #tip = new Tip();
  readonly #hidden = new HiddenSeries(() => void this.draw());
  #view: View | undefined;
  #latestRequest = 0;
  /** The filters that apply to the shown data. */
  #applied: Filter[] = [];

  constructor(
    private readonly tile: Tile,
    private readonly options: TileOptions,
  ) {
    const name = tile.chart?.name ?? "A chart that is not shared";
    const page = tile.chart && options.pageOf?.(tile.chartId);
    const title = page ? element("a", {href: page}, name) : name;
    this.heading = element(options.isAlone ? "h1" : "h2", {id: `tile-${++TileView.#count}`}, title);
    this.root = element(
      "section",
      {class: `tile type-${tile.chart?.type ?? "none"}`, "aria-labelledby": this.heading.id},
      this.heading,
      this.#picture,
      this.#hidden.root,
      this.#status,
    );
    this.root.style.gridColumn = `${tile.x + 1} / span ${tile.w}`;
    this.root.style.gridRow = `${tile.y + 1} / span ${tile.h}`;
    const below: HTMLElement[] = [];
    if (tile.chart && tile.chart.type !== "table") {
      const summary = element("summary", {}, "Show data");
      below.push(element("details", {}, summary, this.#data));
    }
    if (tile.chart && options.tools.length > 0) below.push(this.#toolbar(name));
    this.root.append(element("div", {class: "below"}, ...below), this.#tip.root);
  }

  #toolbar(name: string): HTMLElement {
    const buttons = this.options.tools.map(tool => {
      const button = element("button", {type: "button", "aria-label": tool.nameFor(name)}, tool.text);
      button.addEventListener("click", () => void this.#use(tool, button));
      return button;
    });
    return element("div", {class: "tools"}, ...buttons);
  }

  async #use(tool: Tool, button: HTMLButtonElement): Promise<void> {
    // The attribute `disabled` would take away the keyboard's focus.
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    this.#say("");
    try {
      await tool.use(this.tile.chartId, this.#applied);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
    } finally {
      button.removeAttribute("aria-disabled");
    }
  }

  #say(message: string): void {
    this.#status.replaceChildren(...(message ? [message] : []));
  }

  /** Loads the chart's data under these filters. Rejects only where the token is no longer accepted. */
  async load(source: Source, filters: readonly Filter[]): Promise<ChartData | undefined> {
    if (!this.tile.chart) {
      this.#picture.replaceChildren(notice("This chart is not shared."));
      return undefined;
    }
    const request = ++this.#latestRequest;
    this.root.setAttribute("aria-busy", "true");
    // An earlier picture stays until the new data is there.
    if (!this.#shown) this.#picture.replaceChildren(element("p", {class: "notice"}, "Loading …"));
    try {
      const data = await source.data(this.tile.chartId, filters);
      // A later request has overtaken this one.
      if (request !== this.#latestRequest) return undefined;
      this.#shown = data;
      this.#applied = data.filters.flatMap(({index, applied}) =>
        applied ? filters.slice(index, index + 1) : [],
      );
      await this.draw();
      const left = data.filters.filter(({applied}) => !applied).flatMap(({fields}) => fields);
      this.#say(left.length > 0 ? `Not filtered by ${left.map(this.options.labelOf).join(", ")}.` : "");
      return data;
    } catch (error) {
      if (request !== this.#latestRequest) return undefined;
      if (error instanceof Refusal && error.status === 401) throw error;
      this.#clear();
      // The earlier rows are dropped: they have other filters, and a resize of the window would draw them again.
      this.#shown = undefined;
      this.#data.replaceChildren();
      this.#picture.replaceChildren(...this.#failure(error, () => this.load(source, filters)));
      return undefined;
    } finally {
      if (request === this.#latestRequest) this.root.removeAttribute("aria-busy");
    }
  }

  /** A message that says why there is no picture, with a button to try again where that may help. */
  #failure(error: unknown, again: () => Promise<unknown>): HTMLElement[] {
    const message = notice(error instanceof Error ? error.message : String(error));
    if (!isRetryable(error)) return [message];
    const button = element("button", {type: "button"}, "Try again");
    button.addEventListener("click", async () => {
      // The button disappears with the message, so the focus moves to the heading.
      this.heading.tabIndex = -1;
      this.heading.focus();
      this.#picture.replaceChildren();
      await again().catch((refusal: Error) => this.#picture.replaceChildren(notice(refusal.message)));
    });
    return [message, element("p", {class: "retry"}, button)];
  }

  /** Draws the loaded data again, in the current size and theme. */
  async draw(): Promise<void> {
    const data = this.#shown;
    if (!data) return;
    this.#data.replaceChildren(this.#tableOf(data));
    if (data.type === "table") {
      this.#picture.replaceChildren(this.#tableOf(data));
      return;
    }
    const {width, height} = this.#picture.getBoundingClientRect();
    if (width < 40 || height < 40) return;
    const size = {width: Math.floor(width), height: Math.floor(height)};
    const drawing = {...this.#hidden.without(data), title: "", theme: this.options.theme()};
    const look = this.options.look?.() ?? {};
    const spec = chartSpec(drawing, size, {look, locale: READER_LOCALE});
    // Vega's own elements have ARIA roles: they are hidden, and the element around them has the description.
    const place = element("div", {"aria-hidden": "true"});
    this.#clear();
    const image = element("div", {role: "img", "aria-label": describe(data)}, place);
    this.#picture.replaceChildren(image);
    const view = await drawPicture(place, spec);
    // A later drawing has replaced this one.
    if (!place.isConnected) return void view.finalize();
    this.#view = view;
    let known: ReturnType<typeof readDrawing> | undefined;
    const source = () => (known ??= readDrawing(drawing, size, {locale: READER_LOCALE}));
    const isNearest = data.type === "line" || data.type === "area";
    this.#tip.follow(view, item => tooltipOf(source(), item), isNearest);
    this.#enableKeyboard(view, image, source);
    view.addEventListener("click", (event, item) => {
      if (this.#hidden.click(source(), item)) return;
      if (this.options.onPick) this.#pick(pickedOf(source(), pointedAt(item, event)));
    });
  }

  /** Makes the picture reachable by keyboard: its shapes one by one, and the entries of its legend. */
  #enableKeyboard(view: View, image: HTMLElement, source: () => ReturnType<typeof readDrawing>): void {
    let stops: PlacedShape[] | undefined;
    const all = () => (stops ??= dataShapes(view));
    if (all().length > 0) {
      image.tabIndex = 0;
      image.setAttribute("aria-description", "Arrow keys go from point to point.");
      // Placed beside the image, because screen readers take everything inside the image for a part of the picture.
      this.#picture.append(
        ...walkByKeys(image, {
          stops: all,
          show: ({item, x, y}) => {
            const words = tooltipOf(source(), item);
            const {left, top} = image.getBoundingClientRect();
            if (words.length > 0) this.#tip.showAt(words, {clientX: left + x, clientY: top + y});
            return words.map(([name, value]) => `${name} ${value}`.trim()).join(", ");
          },
          pick: ({item}) => {
            if (this.options.onPick) this.#pick(pickedOf(source(), item));
          },
        }),
      );
      image.addEventListener("blur", () => this.#tip.hide());
    }
    this.#picture.append(...this.#hidden.legendButtons(source(), textsOf(view)));
  }

  /** What was clicked, in the words of the chart: "State: CA, Date (month): Mar 2001". */
  textOf(picked: readonly Picked[]): string {
    if (!this.#shown) return "";
    const {fields, rows} = read(this.#shown);
    const texts = picked.flatMap(({field: name, value}) => {
      const field = fields.find(({column}) => column.name === name);
      const row = field && rows.find(each => each[field.index] === value);
      return field && row ? [`${field.label}: ${textIn(row, field)}`] : [];
    });
    return texts.join(", ");
  }

  /** Ends the drawing for good, and ignores requests under way. */
  end(): void {
    this.#latestRequest++;
    this.#shown = undefined;
    this.#clear();
  }

  #tableOf(data: ChartData): HTMLElement {
    if (!this.options.onPick) return dataTable(data);
    return dataTable(data, (row, c) => {
      const clicked = data.columns[c]?.name;
      const all = pickedRow(data, row);
      this.#pick([
        ...all.filter(({field}) => field === clicked),
        ...all.filter(({field}) => field !== clicked),
      ]);
    });
  }

  #pick(picked: readonly Picked[]): void {
    if (picked.length > 0) this.options.onPick?.(this.tile.chartId, picked);
  }

  #clear(): void {
    this.#tip.hide();
    this.#view?.finalize();
    this.#view = undefined;
  }
}

/** The fields and rows of the data, which do not depend on the size and theme of the picture. */
function read(data: ChartData): ReturnType<typeof readDrawing> {
  return readDrawing({...data, theme: "light"}, {width: 0, height: 0}, {locale: READER_LOCALE});
}

/** The text alternative of the picture, for screen readers. */
function describe(data: ChartData): string {
  const {title, type, rows} = data;
  const {fields} = read(data);
  const [only] = rows;
  if (only && rows.length === 1)
    return `${title}: ${fields.map(field => `${field.label} ${textIn(only, field)}`).join(", ")}.`;
  const what = fields.map(({label}) => label).join(", ");
  return `${title}: ${type.replaceAll("_", " ")} of ${what}, ${rows.length} rows. The table below has the data.`;
}
