import type {Reading} from "./mail-config.ts";

/**
 * The groups of jobs, each with its own slots in a worker: jobs that people wait for, jobs that nobody waits for, and
 * the runs of agents and of people's questions, which mostly wait for a model. Questions have their own slots, so that
 * no question waits for agents.
 */
export const RUNNERS = ["interactive", "background", "agents", "questions"] as const;
export type RunnerName = (typeof RUNNERS)[number];

/** The runners of a worker. */
export function readRunners({text, fault}: Reading): RunnerName[] {
  const names = text("WORKER_RUNNERS", RUNNERS.join(","))
    .split(",")
    .map(name => name.trim())
    .filter(Boolean);
  const unknown = names.filter(name => !RUNNERS.some(runner => runner === name));
  if (unknown.length > 0)
    fault(`WORKER_RUNNERS names "${unknown.join('", "')}": known are ${RUNNERS.join(", ")}`);
  return RUNNERS.filter(runner => names.includes(runner));
}

/** How many jobs a worker does at once, by runner. */
export function readConcurrency({integer}: Reading): Record<RunnerName, number> {
  return {
    interactive: integer("WORKER_INTERACTIVE_CONCURRENCY", 16, 1, 1000),
    background: integer("WORKER_BACKGROUND_CONCURRENCY", 4, 1, 1000),
    agents: integer("WORKER_AGENT_CONCURRENCY", 8, 1, 1000),
    questions: integer("WORKER_QUESTION_CONCURRENCY", 16, 1, 1000),
  };
}
