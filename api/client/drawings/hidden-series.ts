import {readDrawing, type Source, textIn} from "../../../shared/content/charts/vega/read.ts";
import {element} from "../document/dom.ts";
import type {ChartData} from "../service/api.ts";
import type {PlacedShape} from "./keyboard.ts";
import type {Clicked} from "./picked.ts";
import {READER_LOCALE} from "./reader-locale.ts";

/** A series that a reader has hidden: a value of a dimension, or a measure. */
interface Hidden {
  column: string;
  /** The name in the legend. */
  name: string;
  isMeasure: boolean;
}

/** The series that a reader has hidden by clicks in the legend, and the buttons that show them again. */
export class HiddenSeries {
  readonly root = element("div", {class: "hidden-series", role: "group", "aria-label": "Hidden series"});
  #hidden: Hidden[] = [];

  constructor(private readonly changed: () => void) {
    this.#draw();
  }

  /** Hides the series whose legend entry was clicked. Returns false for anything else. */
  click(source: Source, item: Clicked | null | undefined): boolean {
    const found = seriesOf(source, item);
    if (!found) return false;
    this.#hidden.push(found);
    this.#draw();
    this.changed();
    return true;
  }

  /**
   * A button for each entry of the legend, over its place in the picture. The button is for the keyboard only: the
   * pointer clicks the entry itself.
   */
  legendButtons(source: Source, texts: readonly PlacedShape[]): HTMLElement[] {
    const seen = new Set<string>();
    return texts.flatMap(text => {
      const found = seriesOf(source, text.item);
      if (!found || seen.has(found.name)) return [];
      seen.add(found.name);
      const button = element("button", {
        type: "button",
        class: "legend-key",
        "aria-label": `Hide ${found.name}`,
      });
      button.style.left = `${text.x - text.width / 2}px`;
      button.style.top = `${text.y - text.height / 2}px`;
      button.style.width = `${text.width}px`;
      button.style.height = `${text.height}px`;
      button.addEventListener("click", () => {
        this.click(source, text.item);
        // The entry is no longer there, so the focus moves to the button that shows the series again.
        [...this.root.querySelectorAll("button")].at(-1)?.focus();
      });
      return [button];
    });
  }

  /** The data without the hidden series. */
  without<T extends Omit<ChartData, "filters">>(data: T): T {
    if (this.#hidden.length === 0) return data;
    const {fields} = readDrawing({...data, theme: "light"}, {width: 0, height: 0}, {locale: READER_LOCALE});
    const values = this.#hidden.filter(({isMeasure}) => !isMeasure);
    const measures = this.#hidden.filter(({isMeasure}) => isMeasure).map(({column}) => column);
    const isHidden = (row: readonly unknown[]) =>
      values.some(({column, name}) =>
        fields.some(field => field.column.name === column && textIn(row, field) === name),
      );
    const others = (data.config.columns ?? []).filter(({column}) => !measures.includes(column));
    return {
      ...data,
      rows: data.rows.filter(row => !isHidden(row)),
      config: {...data.config, columns: [...others, ...measures.map(column => ({column, hidden: true}))]},
    };
  }

  #draw(): void {
    const buttons = this.#hidden.map(one => {
      const button = element(
        "button",
        {type: "button", "aria-label": `Show ${one.name} again`},
        one.name,
        " ×",
      );
      button.addEventListener("click", () => {
        this.#hidden = this.#hidden.filter(other => other !== one);
        this.#draw();
        this.changed();
      });
      return button;
    });
    this.root.hidden = buttons.length === 0;
    this.root.replaceChildren("Hidden:", ...buttons);
  }
}

/** The series of a legend entry: a text whose datum names no category (`of` or `by`). */
function seriesOf(source: Source, item: Clicked | null | undefined): Hidden | undefined {
  const datum: unknown = item?.datum;
  if (item?.mark?.marktype !== "text" || typeof datum !== "object" || datum === null) return undefined;
  if (!("text" in datum) || typeof datum.text !== "string" || "of" in datum || "by" in datum)
    return undefined;
  const {text} = datum;
  const means = (name: string) =>
    name === text || (text.endsWith("…") && name.startsWith(text.slice(0, -1).trimEnd()));
  const {dimensions, measures, rows} = source;
  if (measures.length > 1) {
    const measure = measures.find(({label}) => means(label));
    if (measure) return {column: measure.column.name, name: measure.label, isMeasure: true};
  }
  // A single dimension gives the categories of the axis, not series.
  if (dimensions.length < 2) return undefined;
  for (const field of dimensions.filter(({kind}) => kind === "text")) {
    const name = rows.map(row => textIn(row, field)).find(means);
    if (name !== undefined) return {column: field.column.name, name, isMeasure: false};
  }
  return undefined;
}
