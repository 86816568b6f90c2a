import {element} from "../../../document/dom.ts";
import {Fault} from "../../../filters/control.ts";
import type {Model} from "../fields.ts";
import {choose, fieldsSelect} from "../fields-select.ts";
import {perSelect} from "../figures/groups.ts";
import type {ValuesChoice} from "./kinds.ts";

/** The controls of a distribution, in words: how many groups have each value of a measure. */
export class ValuesControl {
  readonly root = element("div", {class: "kind", role: "group", "aria-label": "Distribution"});
  readonly #fault: Fault;

  constructor(model: Model, values: ValuesChoice, changed: () => void) {
    const per = perSelect("What is counted", model);
    const of = fieldsSelect("By what they have", "choose a measure", model, {measures: true});
    const width = element("input", {
      type: "number",
      min: "0",
      step: "any",
      "aria-label": "Width of the bins",
      placeholder: "1",
    });
    const sum = fieldsSelect("Added up beside", "nothing else", model, {measures: true});
    choose(per, values.per);
    choose(of, values.of);
    choose(sum, values.sum);
    width.value = values.width === undefined ? "" : String(values.width);
    this.#fault = new Fault("values-fault", [per, of, width, sum]);
    const take = () => {
      values.per = per.value;
      values.of = of.value;
      values.sum = sum.value;
      const number = Number(width.value);
      values.width = width.value !== "" && number > 0 ? number : undefined;
      changed();
    };
    for (const one of [per, of, width, sum]) one.addEventListener("change", take);
    this.root.append(
      element(
        "p",
        {class: "sentence"},
        "How many of each",
        per,
        "have how many",
        of,
        "in steps of",
        width,
        "and with the sum of",
        sum,
      ),
      this.#fault.root,
    );
  }

  showFaults(text: string): void {
    this.#fault.show(text);
  }
}
