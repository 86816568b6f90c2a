import type {Report, Resource} from "../../shared/core/wire/mail-report.ts";

/** The report's only resource, if the two have the same name: the report's heading then serves as the resource's. */
export function headlineOf({title, resources: [first, ...others]}: Report): Resource | undefined {
  return others.length === 0 && first?.title === title ? first : undefined;
}
