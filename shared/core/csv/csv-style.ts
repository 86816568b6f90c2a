import type {CsvFormat} from "./csv-format.ts";
import {type DateOrder, dateOrderOf} from "./date-order.ts";
import {type DecimalMark, decimalMarkOf} from "./decimal-mark.ts";
import type {Delimiter} from "./delimiter.ts";
import type {ColumnProfile} from "./infer-column-type.ts";

/** How the file writes its cells. */
export interface CsvStyle {
  delimiter: Delimiter;
  decimalMark: DecimalMark;
  dateOrder: DateOrder;
}

/** The style that `format` chooses, or else the file's cells. */
export function styleOf(
  profiles: readonly ColumnProfile[],
  delimiter: Delimiter,
  format: CsvFormat,
): CsvStyle {
  return {
    delimiter,
    decimalMark: format.decimalMark ?? decimalMarkOf(profiles, delimiter),
    dateOrder: format.dateOrder ?? dateOrderOf(profiles, delimiter),
  };
}
