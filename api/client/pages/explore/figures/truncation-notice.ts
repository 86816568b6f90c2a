import {element} from "../../../document/dom.ts";
import {buttonFor} from "../choices.ts";
import type {Model} from "../fields.ts";
import {MAX_ROWS, type Question, TOPS, type Top} from "../question.ts";
import {choosableOf} from "./top.ts";

const CUT =
  "The row limit leaves out rows. Add a filter, or choose a coarser field, such as the month in place of the day.";

/** The notice that the row limit has left out rows, with buttons for questions that show these rows. */
export function truncationNotice(
  question: Question,
  model: Model,
  setTop: (top: Top) => void,
  setLimit: (limit: number) => void,
): HTMLElement {
  const most = Math.max(...TOPS);
  const canChoose =
    question.top === undefined && question.measures.length > 0 && choosableOf(question, model) !== undefined;
  const offers = [
    ...(canChoose
      ? [
          buttonFor(`Show the ${most} greatest, and the others together`, () =>
            setTop({count: most, isLeast: false}),
          ),
        ]
      : []),
    ...(question.limit < MAX_ROWS
      ? [buttonFor(`Show up to ${MAX_ROWS.toLocaleString()} rows`, () => setLimit(MAX_ROWS))]
      : []),
  ];
  return element("p", {class: "offers"}, element("span", {class: "soft"}, CUT), ...offers);
}
