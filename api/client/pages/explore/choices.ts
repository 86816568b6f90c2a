import {element} from "../../document/dom.ts";
import {type Asked, columnsOf} from "./asked.ts";
import {type Question, TYPES} from "./question.ts";

/** The orders of a query's rows, by each of its columns. */
export function orderOptions(query: Asked["query"]): HTMLOptionElement[] {
  const choices = columnsOf(query).flatMap(name => [`${name} desc`, name]);
  const options = choices.map(order => {
    const text = order.endsWith(" desc") ? `${order.slice(0, -5)}, greatest first` : `${order}, least first`;
    const option = element("option", {value: order}, text);
    option.selected = order === query.orderBy[0];
    return option;
  });
  return [element("option", {value: ""}, "Automatic"), ...options];
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

/** A button that does something. */
export function buttonFor(text: string, take: () => void): HTMLButtonElement {
  const button = element("button", {type: "button"}, text);
  button.addEventListener("click", take);
  return button;
}
