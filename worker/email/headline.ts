import type {Report, Resource} from "../../shared/wire/mail-report.ts";

/** The only resource of a report that has its name: the report's heading is then the resource's, too. */
export function headlineOf({title, resources: [first, ...others]}: Report): Resource | undefined {
  return others.length === 0 && first?.title === title ? first : undefined;
}
