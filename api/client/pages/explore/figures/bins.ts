import type {Bin} from "../../../../../shared/semantic/documents.ts";
import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import {readBin, writtenBin} from "../written.ts";

/** Numbers of bins to choose from; widths and edges are typed. */
const COUNTS = [10, 20, 50];
const TYPED = {
  width: {text: "in bins of …", name: "Width of the bins", fault: "A number above 0."},
  edges: {
    text: "between edges …",
    name: "Edges of the bins",
    fault: "Ascending numbers, such as 0, 100, 1000.",
  },
} as const;
type Typed = keyof typeof TYPED;
const isTyped = (choice: string): choice is Typed => Object.hasOwn(TYPED, choice);

/** The control for the bins of a picked number. Invalid input shows an error and runs no query. */
export class BinControl {
  readonly root: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #input: HTMLInputElement;
  readonly #fault: Fault;
  /** Whether the typed text is invalid. Its message then stays when the answer to an earlier question arrives. */
  #isInvalid = false;

  /** `id` is unique on the page. */
  constructor(
    id: string,
    private readonly field: string,
    private readonly bins: Map<string, Bin>,
    private readonly changed: () => void,
  ) {
    const option = (value: string, text: string) => element("option", {value}, text);
    this.#select = element(
      "select",
      {"aria-label": `Bins of ${field}`},
      option("", "each value"),
      ...COUNTS.map(count => option(`count:${count}`, `in ${count} bins`)),
      ...Object.entries(TYPED).map(([kind, {text}]) => option(kind, text)),
    );
    this.#input = element("input", {inputmode: "decimal", autocomplete: "off", size: "9"});
    this.#fault = new Fault(`${id}-fault`, [this.#select, this.#input]);
    this.#restore();
    this.#select.addEventListener("change", () => this.#choose());
    this.#input.addEventListener("change", () => this.#type());
    this.root = element("span", {class: "extra"}, this.#select, this.#input, this.#fault.root);
  }

  /** Shows the error that the service reports for these bins; an empty text removes it. */
  showFaults(text: string): void {
    if (!this.#isInvalid) this.#fault.show(text);
  }

  #restore(): void {
    const bin = this.bins.get(this.field);
    const written = bin ? writtenBin(bin) : "";
    const [kind = "", text = ""] = written.split(":");
    if (kind === "count" && ![...this.#select.options].some(({value}) => value === written))
      this.#select.append(element("option", {value: written}, `in ${text} bins`));
    this.#select.value = isTyped(kind) ? kind : written;
    this.#input.value = isTyped(kind) ? text.replaceAll(",", ", ") : "";
    this.#showInput();
  }

  #showInput(): void {
    const choice = this.#select.value;
    this.#input.hidden = !isTyped(choice);
    if (!isTyped(choice)) return;
    this.#input.setAttribute("aria-label", `${TYPED[choice].name} of ${this.field}`);
    this.#input.placeholder = choice === "width" ? "500" : "0, 100, 1000";
  }

  #choose(): void {
    const choice = this.#select.value;
    this.#isInvalid = false;
    this.#fault.show("");
    this.#showInput();
    if (isTyped(choice)) {
      this.#input.value = "";
      this.#input.focus();
      return;
    }
    const bin = readBin(choice);
    if (bin) this.bins.set(this.field, bin);
    else this.bins.delete(this.field);
    this.changed();
  }

  #type(): void {
    const choice = this.#select.value;
    if (!isTyped(choice)) return;
    const bin = readBin(`${choice}:${this.#input.value}`);
    this.#isInvalid = bin === undefined || !isFit(bin);
    this.#fault.show(this.#isInvalid ? TYPED[choice].fault : "");
    if (bin === undefined || this.#isInvalid) return;
    this.bins.set(this.field, bin);
    this.changed();
  }
}

function isFit(bin: Bin): boolean {
  if ("edges" in bin) return bin.edges.every((edge, i) => i === 0 || edge > (bin.edges[i - 1] ?? edge));
  return "width" in bin ? bin.width > 0 : true;
}
