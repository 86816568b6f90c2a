import {element} from "../../document/dom.ts";
import {type CompiledQuestion, columnsOf} from "./compile-question.ts";
import {type Model, titleOf} from "./fields.ts";
import {type Question, TYPES} from "./question.ts";

/** The orders of a query's rows, by each of its columns. */
export function orderOptions(query: CompiledQuestion["query"], model: Model): HTMLOptionElement[] {
  const choices = columnsOf(query).flatMap(name => [`${name} desc`, name]);
  const options = choices.map(order => {
    const isDescending = order.endsWith(" desc");
    const title = columnTitle(isDescending ? order.slice(0, -" desc".length) : order, model);
    const text = `${title}, ${isDescending ? "greatest" : "least"} first`;
    const option = element("option", {value: order}, text);
    option.selected = order === query.orderBy[0];
    return option;
  });
  return [element("option", {value: ""}, "Automatic"), ...options];
}

const COMPARED: Readonly<Record<string, string>> = {"@before": " before", "@change": ": change"};

function columnTitle(column: string, model: Model): string {
  const [suffix = ""] = /@(before|change)$/.exec(column) ?? [];
  const field = column.slice(0, column.length - suffix.length).replace(/\.bin$/, "");
  return titleOf(model, field) + (COMPARED[suffix] ?? "");
}

/** The choice of the chart's type, which it sets in the question. */
export function typeSelect(question: Question, changed: () => void): HTMLSelectElement {
  const types = TYPES.map(([value, text]) => element("option", {value}, text));
  const select = element("select", {id: "type"}, element("option", {value: ""}, "Automatic"), ...types);
  select.value = question.type ?? "";
  select.addEventListener("change", () => {
    question.type = TYPES.find(([value]) => value === select.value)?.[0];
    changed();
  });
  return select;
}

/** A control under its label. */
export function labelled(text: string, control: HTMLElement): HTMLElement {
  return element("p", {}, element("label", {for: control.id}, text), control);
}

export function buttonFor(text: string, take: () => void): HTMLButtonElement {
  const button = element("button", {type: "button"}, text);
  button.addEventListener("click", take);
  return button;
}
