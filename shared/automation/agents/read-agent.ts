import {acceptedOf} from "../../content/run-as/accepted-changes.ts";
import type {Accepted} from "../../content/run-as/schemas.ts";
import type {Actor} from "../../core/actor.ts";
import {type Cadence, readCadence} from "../../core/cadence/cron.ts";
import {type ErrorDetail, errorUnder, invalidAt, ServiceError} from "../../core/errors.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {readRecipients} from "../schedules/read-schedule.ts";
import {namesOfGrounding} from "./grounding-names.ts";
import {readModelName} from "./model-name.ts";
import type {AgentInput, AgentOutput, GroundingResource} from "./schemas.ts";

const MAX_NAME = 60;
export const TOKENS_PER_RUN = 200_000;
export const ROUNDS = 12;

/** An agent's fields, checked and normalized. */
export interface ReadAgent {
  name: string;
  instructions: string;
  model: string;
  grounding: GroundingResource[];
  outputs: AgentOutput[];
  cadence: Cadence | null;
  maxTokensPerRun: number;
  maxRounds: number;
  strict: boolean;
  /** The content of the grounding, in the state that the caller knows. */
  accepted: Accepted;
}

/** Checks and normalizes an agent. Throws `invalid_request` with the path of each fault. */
export async function readAgent(runner: QueryRunner, actor: Actor, input: AgentInput): Promise<ReadAgent> {
  readModelName(input.model);
  const grounding = await readGrounding(runner, actor, input.grounding ?? []);
  return {
    name: input.name ?? firstWords(input.instructions),
    instructions: input.instructions,
    model: input.model,
    grounding,
    outputs: readOutputs(runner, input.outputs ?? [{type: "report"}]),
    cadence: input.cadence ? cadenceOf({timezone: "UTC", ...input.cadence}) : null,
    maxTokensPerRun: input.maxTokensPerRun ?? TOKENS_PER_RUN,
    maxRounds: input.maxRounds ?? ROUNDS,
    strict: input.strict ?? false,
    accepted: await acceptedOf(runner.db, actor, grounding),
  };
}

/**
 * Checks the grounding's resources. A resource that the caller cannot see is refused in the same way as a resource that
 * does not exist.
 */
export async function readGrounding(
  deps: LayerDeps,
  actor: Actor,
  given: readonly GroundingResource[],
): Promise<GroundingResource[]> {
  const names = await namesOfGrounding(deps, actor, given);
  const errors: ErrorDetail[] = [];
  const read = new Map<string, GroundingResource>();
  for (const [index, resource] of given.entries()) {
    const {resourceType, resourceId} = resource;
    if (names[index] === undefined) {
      const message = `There is no ${resourceType} "${resourceId}" that you can see.`;
      errors.push({path: `/grounding/${index}/resourceId`, message});
    }
    read.set(`${resourceType} ${resourceId}`, {resourceType, resourceId});
  }
  if (errors[0]) throw new ServiceError("invalid_request", errors[0].message, {errors});
  return [...read.values()];
}

function readOutputs({config}: QueryRunner, given: readonly AgentOutput[]): AgentOutput[] {
  return given.map((output, index) => {
    if (output.type !== "email") return output;
    const path = `/outputs/${index}/recipients`;
    if (output.recipients.length === 0) {
      throw invalidAt(path, "A mail needs a recipient.");
    }
    return {...output, recipients: readRecipients(output.recipients, config.mail.allowedDomains, path)};
  });
}

function cadenceOf(cadence: Cadence): Cadence {
  try {
    return readCadence(cadence);
  } catch (error) {
    throw errorUnder("/cadence", error);
  }
}

/** The first words of the instructions, as many as fit into a name. */
export function firstWords(instructions: string): string {
  const line = instructions.trim().split(/\s+/).join(" ");
  if (line.length <= MAX_NAME) return line;
  const cut = line.slice(0, MAX_NAME).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}
