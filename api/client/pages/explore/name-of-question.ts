import {lowered} from "./asked.ts";
import {type Model, titleOf} from "./fields.ts";
import type {Question} from "./question.ts";

const LONGEST = 200;

/** The name to suggest for a chart of the question: "Flights by Date (month)". */
export function nameOfQuestion(question: Question, model: Model): string {
  const {kind, values, funnel, retention, dimensions, measures} = question;
  const title = (field: string) => titleOf(model, field);
  const own = model.label ?? model.name;
  const by = dimensions.length > 0 ? ` by ${dimensions.map(title).join(", ")}` : "";
  const names: Record<Question["kind"], () => string> = {
    figures: () => (measures.map(title).join(", ") || own) + by,
    values: () => `How many of each ${lowered(title(values.per))} have how many ${lowered(title(values.of))}`,
    funnel: () => funnel.steps.map(({name, model: of}) => name || of || own).join(" → ") + by,
    retention: () => `Retention of ${lowered(title(retention.entity))} by ${retention.grain}`,
  };
  return names[kind]().slice(0, LONGEST);
}
