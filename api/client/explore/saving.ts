import {element} from "../dom.ts";
import type {Session} from "../session.ts";
import type {ChartType, Query} from "./question.ts";

/** The form that saves the question as a chart of the person's own. */
export function saveForm(session: Session, asked: () => {query: Query; type: ChartType}): HTMLFormElement {
  const name = element("input", {
    name: "name",
    required: "",
    maxlength: "200",
    "aria-label": "Name of the chart",
  });
  name.placeholder = "Name of the chart";
  const status = element("span", {role: "status"});
  const button = element("button", {type: "submit"}, "Save as a chart");
  const form = element("form", {class: "save"}, name, button, status);
  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    status.replaceChildren();
    try {
      const {query, type} = asked();
      const body = {name: name.value.trim(), query, type};
      const {id} = await (await session.ask("POST", "/api/charts", {body})).json();
      const link = element("a", {href: `/charts/${encodeURIComponent(id)}`}, "Open it");
      status.replaceChildren("Saved. ", link);
      name.value = "";
    } catch (error) {
      status.replaceChildren(error instanceof Error ? error.message : String(error));
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
  return form;
}
