import {prepareResource} from "../../content/resources/resource-queries.ts";
import {faultOfPinned} from "../../content/run-as/pinned-query.ts";
import type {Actor} from "../../core/actor.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import type {ReadSchedule} from "./read-schedule.ts";
import type {NamedResource} from "./resources.ts";

const MOST = 20;

/**
 * Warnings about failures that would occur if the schedule were sent with the caller's rows, one sentence each. A
 * schedule with warnings can still be saved.
 */
export async function warningsOf(
  deps: LayerDeps,
  actor: Actor,
  resources: readonly NamedResource[],
  {filters, condition}: Pick<ReadSchedule, "filters" | "condition">,
): Promise<string[]> {
  const now = new Date();
  const warnings: string[] = [];
  for (const resource of resources) {
    try {
      const {parts} = await prepareResource(deps, actor, resource, filters, now);
      for (const {chart, fault} of parts) {
        if (fault) warnings.push(`${chart?.name ?? resource.name}: ${fault.message}`);
      }
      for (const index of filters.keys()) {
        const reports = parts
          .filter(({fault}) => !fault)
          .flatMap(part => part.reports.filter(report => report.index === index));
        const [report] = reports;
        if (!report || reports.some(({applied}) => applied)) continue;
        warnings.push(
          `${resource.name}: the filter on ${fieldNames(report.fields)} (${index}) has no effect: ${report.reason}`,
        );
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
      // The caller may not see the resource, so the warning leaves out its name.
      warnings.push(error.code === "not_found" ? error.message : `${resource.name}: ${error.message}`);
    }
  }
  const fault =
    condition?.type === "threshold" ? await faultOfPinned(deps, actor, condition.query, now) : undefined;
  return [...(fault === undefined ? [] : [`The condition: ${fault}`]), ...warnings].slice(0, MOST);
}

const fieldNames = (fields: readonly string[]) => fields.map(field => `"${field}"`).join(", ");
