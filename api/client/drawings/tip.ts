import type {View} from "vega";
import {element} from "../document/dom.ts";
import type {Clicked} from "./picked.ts";
import {nearestPoint, pointedAt} from "./pointed.ts";

/** The distance between the pointer and the tooltip. */
const GAP_PX = 14;

/**
 * The tooltip of the shape under the pointer: names with their values. It is hidden from screen readers: `walkByKeys`
 * announces the same text to them.
 */
export class Tip {
  readonly root = element("div", {class: "tip", "aria-hidden": "true", hidden: ""});
  /** The datum that the tooltip shows now. */
  #over: unknown;
  /** Escape hides the tooltip (WCAG 1.4.13) until the pointer reaches another shape. */
  readonly #dismiss = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.#show(false);
  };

  /**
   * Shows the tooltip while the pointer moves over the drawing. `tooltipOf` returns the names and values of a shape,
   * none for a shape that stands for no row. With `isNearest` the shape is the nearest point of the lines and areas.
   */
  follow(
    view: View,
    tooltipOf: (shape: Clicked | undefined) => readonly (readonly [string, string])[],
    isNearest: boolean,
  ): void {
    this.hide();
    view.addEventListener("mousemove", (event, item) => {
      const shape = isNearest ? nearestPoint(view, event) : pointedAt(item, event);
      if (shape?.datum !== this.#over) {
        this.#over = shape?.datum;
        this.#say(tooltipOf(shape));
      }
      if (event instanceof MouseEvent) this.#place(event);
    });
    view.addEventListener("mouseout", () => this.hide());
  }

  /** Shows the names and values of a shape beside a point of the page, for the keyboard. */
  showAt(words: readonly (readonly [string, string])[], at: {clientX: number; clientY: number}): void {
    this.#over = undefined;
    this.#say(words);
    this.#place(at);
  }

  hide(): void {
    this.#over = undefined;
    this.#show(false);
  }

  #show(isVisible: boolean): void {
    this.root.hidden = !isVisible;
    if (isVisible) document.addEventListener("keydown", this.#dismiss);
    else document.removeEventListener("keydown", this.#dismiss);
  }

  #say(words: readonly (readonly [string, string])[]): void {
    this.#show(words.length > 0);
    this.root.replaceChildren(
      ...words.flatMap(([name, value]) => [element("bdi", {class: "soft"}, name), element("bdi", {}, value)]),
    );
  }

  /** Places the tooltip right of and below the pointer, or on the other side where the tile has no room. */
  #place({clientX, clientY}: {clientX: number; clientY: number}): void {
    const around = this.root.parentElement?.getBoundingClientRect();
    if (!around || this.root.hidden) return;
    const {width, height} = this.root.getBoundingClientRect();
    const beside = (at: number, own: number, room: number) =>
      Math.max(0, at + GAP_PX + own <= room ? at + GAP_PX : at - GAP_PX - own);
    this.root.style.left = `${beside(clientX - around.left, width, around.width)}px`;
    this.root.style.top = `${beside(clientY - around.top, height, around.height)}px`;
  }
}
