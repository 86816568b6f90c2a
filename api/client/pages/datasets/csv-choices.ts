import type {CsvFormat} from "../../../../shared/core/csv/csv-format.ts";

interface Choice {
  value: string;
  text: string;
}

const STAYS_TEXT: Choice = {value: "", text: "stay text"};

/** The possible formats of dates such as the sample. A date with points never begins with its month. */
export function dateChoices(sample: string): Choice[] {
  const day = {value: "day", text: "begin with the day"};
  return [STAYS_TEXT, day, ...(sample.includes("/") ? [{value: "month", text: "begin with the month"}] : [])];
}

/** The possible formats of numbers such as the sample, which has one comma or point. */
export function numberChoices(sample: string): Choice[] {
  const mark = sample.includes(".") ? "." : ",";
  const [whole, decimals] = [sample.replace(mark, ""), sample.replace(mark, ".")];
  return [
    STAYS_TEXT,
    {value: mark === "." ? "," : ".", text: `are ${whole}`},
    {value: mark, text: `are ${decimals}`},
  ];
}

export function withChoice(format: CsvFormat, choice: keyof CsvFormat, chosen: string): CsvFormat {
  const {[choice]: _, ...others} = format;
  return chosen === "" ? others : {...others, [choice]: chosen};
}
