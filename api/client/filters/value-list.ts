import {NO_VALUE} from "../../../shared/content/charts/vega/format.ts";
import {element} from "../document/dom.ts";
import type {Filter, Values} from "../service/api.ts";
import {type Control, type Filtering, group, type Listener} from "./control.ts";
import {Listbox} from "./listbox.ts";
import type {OfferedFilter} from "./offered.ts";

/**
 * The maximum number of chosen values, and the maximum length of a value in characters, because the address contains
 * the values.
 */
const MAX_CHOSEN = 50;
const LONGEST = 300;
const SEARCH_MS = 200;

/** A value as it is written in the address: `~null` for null; `~` escapes a text that begins with `~`. */
export function writtenValue(value: string | null): string {
  if (value === null) return "~null";
  return value.startsWith("~") ? `~${value}` : value;
}

function readValue(written: string): string | null | undefined {
  if (written === "~null") return null;
  if (written.startsWith("~") && !written.startsWith("~~")) return undefined;
  const text = written.startsWith("~") ? written.slice(1) : written;
  return text.length <= LONGEST && !text.includes("\0") ? text : undefined;
}

function displayText(value: string | null): string {
  if (value === null) return NO_VALUE;
  return value.trim() === "" ? "(empty)" : value;
}

/**
 * The control that chooses several texts from a list, which is searched while typing:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export class ValueList implements Control {
  readonly root: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #chips = element("ul", {class: "chosen"});
  readonly #list: Listbox<string | null>;
  #chosen: (string | null)[] = [];
  #latestRequest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The search text whose values the list shows; `undefined` while the values are loading. */
  #listed: string | undefined;
  /** Whether Enter was pressed before the list was loaded. The typed value is chosen when the list has loaded. */
  #takesNext = false;

  constructor(
    id: string,
    private readonly offered: OfferedFilter,
    private readonly listener: Listener,
    private readonly values: Filtering["values"],
  ) {
    const {label} = offered;
    this.#input = element("input", {
      ...{id, type: "text", role: "combobox", autocomplete: "off", spellcheck: "false"},
      ...{
        "aria-label": label,
        "aria-autocomplete": "list",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
      },
      ...{"aria-controls": `${id}-list`, maxlength: String(LONGEST)},
    });
    this.#list = new Listbox(`${id}-list`, label, this.#input, value => this.#toggle(value));
    this.#chips.setAttribute("aria-label", `${label}, chosen`);
    const box = element("div", {class: "combobox"}, this.#chips, this.#input);
    this.root = group(id, label, element("div", {class: "anchor"}, box, this.#list.root));
    box.addEventListener("click", event => {
      if (event.target === box) this.#input.focus();
    });
    this.#input.addEventListener("click", () => this.#open());
    this.#input.addEventListener("input", () => this.#search());
    this.#input.addEventListener("keydown", event => this.#press(event));
    this.#input.addEventListener("blur", () => this.#close());
    this.#draw();
  }

  get written(): string[] {
    return this.#chosen.map(writtenValue);
  }

  get filter(): Filter | undefined {
    const {field} = this.offered;
    const texts = this.#chosen.filter(value => value !== null);
    const [only] = texts;
    const parts: Filter[] = [];
    if (only !== undefined)
      parts.push(texts.length === 1 ? {field, op: "=", value: only} : {field, op: "in", value: texts});
    if (texts.length < this.#chosen.length) parts.push({field, op: "is_null"});
    return parts.length > 1 ? {or: parts} : parts[0];
  }

  restore(written: readonly string[]): boolean {
    const read = written.slice(0, MAX_CHOSEN).map(readValue);
    this.#chosen = [...new Set(read.filter(value => value !== undefined))];
    this.#input.value = "";
    this.#close();
    this.#draw();
    return written.length <= MAX_CHOSEN && !read.includes(undefined);
  }

  #toggle(value: string | null): void {
    const name = displayText(value);
    if (this.#chosen.includes(value)) {
      this.#remove(value);
    } else if (this.#chosen.length >= MAX_CHOSEN) {
      this.listener.say(`At most ${MAX_CHOSEN} values can be chosen.`);
      return;
    } else {
      this.#chosen = [...this.#chosen, value];
      this.listener.say(`${name} chosen.`);
      this.#draw();
      this.listener.changed();
    }
    // Choosing a value ends a search. Without a search text, the list stays open for further choices.
    if (this.#input.value === "") {
      this.#list.mark(one => this.#chosen.includes(one));
      return;
    }
    this.#input.value = "";
    this.#close();
  }

  #remove(value: string | null): void {
    this.#chosen = this.#chosen.filter(one => one !== value);
    this.listener.say(`${displayText(value)} removed.`);
    this.#draw();
    this.listener.changed();
  }

  #draw(): void {
    const chips = this.#chosen.map(value => {
      const name = displayText(value);
      const remove = element("button", {type: "button", "aria-label": `Remove ${name}`}, "×");
      remove.addEventListener("click", () => {
        this.#remove(value);
        this.#input.focus();
      });
      return element("li", {}, element("span", {}, name), remove);
    });
    this.#chips.replaceChildren(...chips);
    this.#chips.hidden = chips.length === 0;
    this.#input.placeholder = chips.length === 0 ? "All" : "";
  }

  #press(event: KeyboardEvent): void {
    const {key} = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (this.#list.isOpen) this.#list.move(key === "ArrowDown" ? 1 : -1);
      else this.#open();
    } else if (key === "Enter") {
      event.preventDefault();
      this.#take();
    } else if (key === "Escape" && this.#list.isOpen) {
      event.preventDefault();
      this.#close();
    } else if (key === "Escape") {
      this.#input.value = "";
    } else if (key === "Backspace" && this.#input.value === "") {
      const last = this.#chosen.at(-1);
      if (last !== undefined) this.#remove(last);
    }
  }

  /** On Enter: chooses the active option, else the value that was typed, as soon as the list is loaded. */
  #take(): void {
    if (this.#list.isOpen && this.#list.choose()) return;
    const typed = this.#input.value.trim();
    if (typed === "") {
      if (this.#list.isOpen) this.#close();
      else this.#open();
      return;
    }
    if (this.#listed !== typed) {
      this.#takesNext = true;
      if (this.#timer !== undefined || !this.#list.isWaiting) void this.#ask();
      return;
    }
    const found = this.#list.values.find(value => value?.toLowerCase() === typed.toLowerCase());
    const first = this.#list.values[0];
    if (found !== undefined || first !== undefined) this.#toggle(found ?? first ?? null);
    else this.listener.say(`No value contains “${typed}”.`);
  }

  #open(): void {
    if (!this.#list.isOpen) void this.#ask();
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#takesNext = false;
    this.#listed = undefined;
    this.#latestRequest++;
    this.#list.close();
  }

  #search(): void {
    this.#listed = undefined;
    this.#takesNext = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), SEARCH_MS);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const request = ++this.#latestRequest;
    const search = this.#input.value.trim();
    this.#list.wait();
    try {
      const {values, more} = await this.values(this.offered.field, search);
      if (request !== this.#latestRequest) return;
      this.#listed = search;
      this.#show(values, more, search);
    } catch (error) {
      if (request !== this.#latestRequest) return;
      this.#takesNext = false;
      const reason = error instanceof Error ? error.message : String(error);
      this.#list.show([], `The values cannot be listed: ${reason}`);
      this.listener.say(`The values cannot be listed: ${reason}`);
    }
  }

  #show(values: Values["values"], more: boolean, search: string): void {
    const options = values.map(value => ({
      value,
      text: displayText(value),
      isChosen: this.#chosen.includes(value),
    }));
    const count = `${values.length}${more ? " or more" : ""} value${values.length === 1 && !more ? "" : "s"}`;
    const none = search === "" ? "There are no values." : `No value contains “${search}”.`;
    const note = values.length === 0 ? none : more ? "There are more: type to search." : "";
    this.#list.show(options, note);
    this.listener.say(values.length === 0 ? none : `${count}.`);
    if (!this.#takesNext) return;
    this.#takesNext = false;
    this.#take();
  }
}
