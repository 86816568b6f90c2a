import type {Filter} from "../service/api.ts";
import {type Bounds, boundsFilter, readBounds} from "./bounds.ts";
import {BoundsInputs} from "./bounds-inputs.ts";
import {type Control, group, type Listener} from "./control.ts";
import type {OfferedFilter} from "./offered.ts";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
const MAX_NUMBER_LENGTH = 60;

/** The control of a range of numbers; both ends are included. */
export class NumberRange implements Control {
  readonly root: HTMLElement;
  readonly #inputs: BoundsInputs;
  #bounds: Bounds = {from: "", to: ""};

  constructor(
    id: string,
    private readonly offered: OfferedFilter,
    {changed}: Listener,
  ) {
    const look = {type: "number", step: "any", placeholder: "any"};
    const isAfter = (a: string, b: string) => Number(a) > Number(b);
    this.#inputs = new BoundsInputs(id, offered.label, look, isAfter, () => {
      const bounds = this.#inputs.read();
      if (!bounds) return;
      this.#bounds = bounds;
      changed({soon: true});
    });
    this.root = group(id, offered.label, this.#inputs.root);
  }

  get written(): string[] {
    const {from, to} = this.#bounds;
    return from + to === "" ? [] : [`${from}..${to}`];
  }

  get filter(): Filter | undefined {
    return this.written.length === 0 ? undefined : boundsFilter(this.offered.field, this.#bounds);
  }

  restore(written: readonly string[]): boolean {
    const [only = ""] = written;
    const isShort = only.length <= 2 * MAX_NUMBER_LENGTH + 2;
    const bounds = written.length === 1 && isShort ? readBounds(only, NUMBER) : undefined;
    const isOrdered =
      bounds && (bounds.from === "" || bounds.to === "" || Number(bounds.from) <= Number(bounds.to));
    this.#bounds = bounds && isOrdered ? bounds : {from: "", to: ""};
    this.#inputs.set(this.#bounds);
    return written.length === 0 || this.written.length > 0;
  }
}
