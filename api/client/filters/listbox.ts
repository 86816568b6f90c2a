import {element} from "../document/dom.ts";

interface Option<T> {
  value: T;
  text: string;
  isChosen: boolean;
}

/** The list under a combobox. The focus stays in the input, which refers to the active option. */
export class Listbox<T> {
  readonly root: HTMLElement;
  readonly #list: HTMLElement;
  readonly #note = element("p", {class: "note"});
  #options: {value: T; root: HTMLElement}[] = [];
  #marked = -1;

  constructor(
    private readonly id: string,
    label: string,
    private readonly input: HTMLInputElement,
    private readonly chosen: (value: T) => void,
  ) {
    this.#list = element("ul", {id, role: "listbox", "aria-label": label, "aria-multiselectable": "true"});
    this.root = element("div", {class: "options"}, this.#list, this.#note);
    this.root.hidden = true;
    // A click must not take the focus from the input: its blur would close the list before the click is handled.
    this.root.addEventListener("mousedown", event => event.preventDefault());
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  get isWaiting(): boolean {
    return this.#list.hasAttribute("aria-busy");
  }

  get values(): T[] {
    return this.#options.map(({value}) => value);
  }

  wait(): void {
    this.#list.setAttribute("aria-busy", "true");
    if (this.#options.length === 0) this.#note.textContent = "Loading …";
    this.#open(true);
  }

  show(options: readonly Option<T>[], note: string): void {
    this.#options = options.map(({value, text, isChosen}, i) => {
      const attributes = {id: `${this.id}-${i}`, role: "option", "aria-selected": String(isChosen)};
      const root = element("li", attributes, text);
      root.addEventListener("click", () => this.chosen(value));
      return {value, root};
    });
    this.#list.replaceChildren(...this.#options.map(({root}) => root));
    this.#list.removeAttribute("aria-busy");
    this.#note.textContent = note;
    this.#mark(-1);
    this.#open(true);
  }

  mark(isChosen: (value: T) => boolean): void {
    for (const {value, root} of this.#options) root.setAttribute("aria-selected", String(isChosen(value)));
  }

  close(): void {
    this.#open(false);
    this.#options = [];
    this.#list.replaceChildren();
    this.#list.removeAttribute("aria-busy");
    this.#mark(-1);
  }

  /** Makes the next or the previous option the active one, and wraps around at the ends. */
  move(step: 1 | -1): void {
    const {length} = this.#options;
    if (length === 0) return;
    const from = this.#marked < 0 && step < 0 ? 0 : this.#marked;
    this.#mark((from + step + length) % length);
  }

  /** Chooses the active option. Returns false if there is none. */
  choose(): boolean {
    const option = this.#options[this.#marked];
    if (!option) return false;
    this.chosen(option.value);
    return true;
  }

  #mark(index: number): void {
    this.#options[this.#marked]?.root.classList.remove("marked");
    this.#marked = index;
    const option = this.#options[index];
    option?.root.classList.add("marked");
    option?.root.scrollIntoView({block: "nearest"});
    if (option) this.input.setAttribute("aria-activedescendant", option.root.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  #open(isOpen: boolean): void {
    this.root.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
  }
}
