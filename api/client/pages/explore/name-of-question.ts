import {capitalised, lowered} from "../../../../shared/core/one-line.ts";
import {type Model, titleInName, titleOfModel} from "./fields.ts";
import type {Question} from "./question.ts";

const LONGEST = 200;

/** The name to suggest for a chart of the question: "Orders by Country". */
export function nameOfQuestion(question: Question, model: Model): string {
  const {kind, values, funnel, retention, dimensions, measures} = question;
  const own = titleOfModel(model);
  const title = (field: string) => titleInName(model, field);
  // A count without a label of its own counts the model's rows: "Orders by Status" says more than "Count by Status".
  const titleOfMeasure = (name: string) => {
    const field = model.measures.find(one => one.name === name);
    return name === `${model.name}.count` && field?.label === undefined ? capitalised(own) : title(name);
  };
  const by = dimensions.length > 0 ? ` by ${dimensions.map(title).join(", ")}` : "";
  const names: Record<Question["kind"], () => string> = {
    figures: () => (measures.map(titleOfMeasure).join(", ") || own) + by,
    values: () => `How many of each ${lowered(title(values.per))} have how many ${lowered(title(values.of))}`,
    funnel: () => funnel.steps.map(({name, model: of}) => name || of || own).join(" → ") + by,
    retention: () => `Retention of ${lowered(title(retention.entity))} by ${retention.grain}`,
  };
  return names[kind]().slice(0, LONGEST);
}
