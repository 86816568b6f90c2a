import {checkFilters} from "../../content/dashboards/check-filters.ts";
import {pinnedQuery} from "../../content/run-as/pinned-query.ts";
import type {Actor} from "../../core/actor.ts";
import {type Cadence, readCadence} from "../../core/cadence/cron.ts";
import {type ErrorDetail, errorUnder, invalidAt, ServiceError} from "../../core/errors.ts";
import {readAddress} from "../../core/mail-address.ts";
import {oneLine} from "../../core/one-line.ts";
import {isAllowed} from "../../core/process/mail-config.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import type {Filter} from "../../semantic/documents.ts";
import {calculationNames, columnNamesOf} from "../../semantic/index.ts";
import {type Condition, type DeliveryFormat, MAX_RECIPIENTS, type ScheduleInput} from "./schemas.ts";

/** The checked fields of a schedule, without its resources. */
export interface ReadSchedule {
  cadence: Cadence;
  recipients: string[];
  formats: DeliveryFormat[];
  filters: Filter[];
  condition: Condition | null;
  subject: string | null;
  message: string | null;
}

/**
 * Checks all fields of a schedule except its resources. Throws `invalid_request` for an invalid cadence or address, and
 * the error codes of a query for the query of the condition.
 */
export async function readSchedule(
  runner: QueryRunner,
  actor: Actor,
  input: ScheduleInput,
): Promise<ReadSchedule> {
  const {cron, timezone = "UTC", formats = ["html"], filters = [], condition = null} = input;
  const cadence = readCadence({cron, timezone});
  const recipients = readRecipients(input.recipients, runner.config.mail.allowedDomains);
  checkFilters(filters);
  const pinned = await readCondition(runner, actor, condition);
  const {message = null} = input;
  const subject = input.subject ? oneLine(input.subject) : null;
  return {cadence, recipients, formats: [...new Set(formats)], filters, condition: pinned, subject, message};
}

/** The addresses, normalized and without duplicates. Every invalid address is reported with its path. */
export function readRecipients(
  given: readonly string[],
  allowed: readonly string[] | undefined,
  path = "/recipients",
): string[] {
  if (given.length > MAX_RECIPIENTS) {
    const message = `There are ${given.length} recipients, but a delivery can have at most ${MAX_RECIPIENTS}.`;
    throw invalidAt(path, message);
  }
  const errors: ErrorDetail[] = [];
  const read = new Map<string, string>();
  for (const [index, text] of given.entries()) {
    const address = readAddress(text.trim());
    const message =
      address === undefined
        ? `"${text}" is not an email address, such as ada@example.com.`
        : isAllowed(address, allowed)
          ? undefined
          : `"${address}" is not in a domain to which this service sends mail: ${allowed?.join(", ")}.`;
    if (message !== undefined) errors.push({path: `${path}/${index}`, message});
    else if (address !== undefined && !read.has(address.toLowerCase()))
      read.set(address.toLowerCase(), address);
  }
  if (errors[0]) throw new ServiceError("invalid_request", errors[0].message, {errors});
  return [...read.values()];
}

async function readCondition(
  deps: LayerDeps,
  actor: Actor,
  condition: Condition | null,
): Promise<Condition | null> {
  if (condition?.type !== "threshold") return condition;
  const {query, measure} = condition;
  const measures = [...columnNamesOf(query).measures, ...calculationNames(query)];
  if (!measures.includes(measure)) {
    const message = `"${measure}" is not a measure of the condition's query.`;
    throw invalidAt("/condition/measure", message, {allowed: measures});
  }
  const prepared = await prepareQuery(deps, actor, query, new Date()).catch((error: unknown) => {
    throw errorUnder("/condition/query", error);
  });
  const type = prepared.compiled.columns.find(({name}) => name === measure)?.type;
  if (type !== undefined && type !== "number") {
    throw invalidAt("/condition/measure", `"${measure}" is a ${type}, but a threshold compares numbers.`);
  }
  return {...condition, query: pinnedQuery(query, prepared)};
}
