import embed, {type EmbedOptions, type Result} from "vega-embed";
import {expressionInterpreter} from "vega-interpreter";
import {chartSpec} from "../../../shared/charts/vega/chart-spec.ts";
import {type Api, type ChartData, type Filter, Refusal, type Tile} from "./api.ts";
import {dataTable} from "./data-table.ts";
import {element, notice} from "./dom.ts";
import {shownValue} from "./values.ts";

/** The drawing library gets a loader that always refuses. */
const refuse = () => Promise.reject(new Error("a chart loads nothing, and links to nothing"));
const noLoader = {load: refuse, sanitize: refuse, http: refuse, file: refuse};

export type Theme = "light" | "dark";

/** One chart on the page: its picture, the table behind it, and an error message where something failed. */
export class TileView {
  readonly root: HTMLElement;
  readonly #picture = element("div", {class: "picture"});
  readonly #status = element("div", {class: "status", "aria-live": "polite"});
  readonly #data = element("div", {});
  #shown: ChartData | undefined;
  #view: Result | undefined;
  #asked = 0;

  constructor(
    private readonly tile: Tile,
    private readonly theme: () => Theme,
  ) {
    const name = tile.chart?.name ?? "A chart that is not shared";
    const heading = element("h2", {id: `tile-${tile.x}-${tile.y}`}, name);
    this.root = element(
      "section",
      {class: `tile ${tile.chart?.type ?? ""}`, "aria-labelledby": heading.id},
      heading,
      this.#picture,
      this.#status,
    );
    this.root.style.gridColumn = `${tile.x + 1} / span ${tile.w}`;
    this.root.style.gridRow = `${tile.y + 1} / span ${tile.h}`;
    if (tile.chart?.type !== "table") {
      const summary = element("summary", {}, "Show data");
      this.root.append(element("details", {}, summary, this.#data));
    }
  }

  /** Loads the chart's data under these filters. Rejects only where the token opens nothing any more. */
  async load(api: Api, filters: readonly Filter[]): Promise<ChartData | undefined> {
    if (!this.tile.chart) {
      this.#picture.replaceChildren(notice("This chart is not shared."));
      return undefined;
    }
    const asked = ++this.#asked;
    this.root.setAttribute("aria-busy", "true");
    try {
      const data = await api.data(this.tile.chartId, filters);
      // A later request has overtaken this one.
      if (asked !== this.#asked) return undefined;
      this.#shown = data;
      await this.draw();
      const left = data.filters.filter(({applied}) => !applied).flatMap(({fields}) => fields);
      this.#status.replaceChildren(...(left.length > 0 ? [`Not filtered by ${left.join(", ")}.`] : []));
      return data;
    } catch (error) {
      if (asked !== this.#asked) return undefined;
      if (error instanceof Refusal && error.status === 401) throw error;
      this.#clear();
      this.#picture.replaceChildren(notice(error instanceof Error ? error.message : String(error)));
      return undefined;
    } finally {
      if (asked === this.#asked) this.root.removeAttribute("aria-busy");
    }
  }

  /** Draws the loaded data again, in the current size and theme. */
  async draw(): Promise<void> {
    const data = this.#shown;
    if (!data) return;
    this.#data.replaceChildren(dataTable(data));
    if (data.type === "table") {
      this.#picture.replaceChildren(dataTable(data));
      return;
    }
    const {width, height} = this.#picture.getBoundingClientRect();
    if (width < 40 || height < 40) return;
    const size = {width: Math.floor(width), height: Math.floor(height)};
    const spec = chartSpec({...data, title: "", theme: this.theme()}, size);
    // Vega sets a role on its own element, so the description goes on the element around it.
    const place = element("div");
    this.#clear();
    this.#picture.replaceChildren(element("div", {role: "img", "aria-label": describe(data)}, place));
    const options: EmbedOptions = {
      actions: false,
      ast: true,
      defaultStyle: false,
      expr: expressionInterpreter,
      loader: noLoader,
      mode: "vega-lite",
      renderer: "svg",
      tooltip: {disableDefaultStyle: true, theme: this.theme()},
    };
    this.#view = await embed(place, spec, options);
  }

  #clear(): void {
    this.#view?.finalize();
    this.#view = undefined;
  }
}

/** The text alternative of the picture, for screen readers. */
function describe({title, type, columns, rows}: ChartData): string {
  const kind = type.replaceAll("_", " ");
  const what = columns.map(({label}) => label).join(", ");
  const only = rows.length === 1 ? rows[0] : undefined;
  if (only)
    return `${title}: ${columns.map((column, c) => `${column.label} ${shownValue(only[c], column)}`).join(", ")}.`;
  return `${title}: ${kind} of ${what}, ${rows.length} rows. The table below has the data.`;
}
