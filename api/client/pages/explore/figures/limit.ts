import {element} from "../../../document/dom.ts";
import {MAX_ROWS} from "../question.ts";

const BOUNDS = `A whole number from 1 to ${MAX_ROWS.toLocaleString()}.`;

/** The input of the row limit. A limit out of bounds shows an error and runs no query. */
export class LimitInput {
  readonly root: HTMLElement;
  readonly #input = element("input", {
    id: "limit",
    type: "number",
    min: "1",
    max: String(MAX_ROWS),
    "aria-describedby": "limit-fault",
  });
  readonly #fault = element("span", {id: "limit-fault", class: "fault", role: "status"});

  constructor(limit: number, changed: (limit: number) => void) {
    this.set(limit);
    // Reports a limit in the address that was not accepted.
    const given = new URLSearchParams(location.search).get("limit");
    if (given !== null && Number(given) !== limit) this.#judge(false);
    this.#input.addEventListener("change", () => {
      const isValid = this.#input.checkValidity() && this.#input.value !== "";
      this.#judge(isValid);
      if (isValid) changed(Number(this.#input.value));
    });
    const label = element("label", {for: "limit"}, "Row limit");
    this.root = element("p", {}, label, this.#input, this.#fault);
  }

  set(limit: number): void {
    this.#input.value = String(limit);
    this.#judge(true);
  }

  #judge(isValid: boolean): void {
    this.#fault.textContent = isValid ? "" : BOUNDS;
    if (isValid) this.#input.removeAttribute("aria-invalid");
    else this.#input.setAttribute("aria-invalid", "true");
  }
}
