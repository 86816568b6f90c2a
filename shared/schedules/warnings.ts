import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";
import type {Runner} from "../queries/runner.ts";
import {prepareResource} from "../resources/parts.ts";
import type {ReadSchedule} from "./read-schedule.ts";
import type {NamedResource} from "./resources.ts";

const MOST = 20;

/** What will go wrong when this is sent with the caller's rows, one sentence each: it is saved all the same. */
export async function warningsOf(
  runner: Runner,
  actor: Actor,
  resources: readonly NamedResource[],
  {filters}: Pick<ReadSchedule, "filters">,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const resource of resources) {
    try {
      const {parts} = await prepareResource(runner, actor, resource, filters, new Date());
      for (const {chart, fault} of parts) {
        if (fault) warnings.push(`${chart?.name ?? resource.name}: ${fault.message}`);
      }
      for (const index of filters.keys()) {
        const reports = parts.flatMap(({fault, reports: told}) =>
          fault ? [] : told.filter(report => report.index === index),
        );
        const [report] = reports;
        if (!report || reports.some(({applied}) => applied)) continue;
        warnings.push(
          `${resource.name}: the filter on ${fieldNames(report.fields)} (${index}) applies to nothing: ${report.reason}`,
        );
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Its name is not for whoever does not see it.
      warnings.push(error.code === "not_found" ? error.message : `${resource.name}: ${error.message}`);
    }
  }
  return warnings.slice(0, MOST);
}

const fieldNames = (fields: readonly string[]) => fields.map(field => `"${field}"`).join(", ");
