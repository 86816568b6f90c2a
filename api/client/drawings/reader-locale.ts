import {numberMarks} from "../../../shared/content/charts/vega/format.ts";
import type {ChartLocale} from "../../../shared/content/charts/vega/read.ts";
import {timeNames} from "../../../shared/content/charts/vega/time-names.ts";

/** How the reader's language names months and days, and marks numbers. */
export const READER_LOCALE: ChartLocale = {names: timeNames(), marks: numberMarks()};
