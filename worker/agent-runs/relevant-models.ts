import type {Db} from "../../shared/core/db.ts";
import {shorten} from "../../shared/core/one-line.ts";
import {canSeeProject, layerOf, projectsOf} from "../../shared/querying/layers/query-caches.ts";
import {searchFields} from "../../shared/querying/layers/search-index.ts";
import {type Field, type Layer, type LayerModel, visibleModels} from "../../shared/semantic/layers.ts";
import {MAX_TASK_LENGTH} from "./examples.ts";
import type {Ground, RunGrounding} from "./grounding.ts";
import type {RunState} from "./run-state.ts";
import {type Sample, type SampledField, type SampleValues, storeSamples} from "./sample-values.ts";
import type {RunEvidence} from "./toolbox.ts";

/** The most characters of all descriptions together: about two thousand tokens. */
const MAX_CHARACTERS = 8000;
/** A run with at most this many tokens gets no descriptions. Each further token adds `CHARACTERS_PER_TOKEN`. */
const SMALL_RUN_TOKENS = 15_000;
const CHARACTERS_PER_TOKEN = 0.4;
const MAX_MODELS = 6;
const MAX_FIELDS = 15;
/** A layer with at most this many fields is described completely. */
const SMALL_LAYER = 80;
const MAX_TEXT = 200;
/** The most fields whose values are queried. */
const MAX_SAMPLED = 6;

/** Descriptions of the layer that the language model gets before a run begins. */
export interface ModelDescriptions {
  /** One line of JSON for each model, with its fields. */
  lines: string[];
  /** The queries for the values in the lines. */
  samples: RunEvidence[];
}

/** The dependencies for reading sample values. */
export interface SampleParts {
  readonly db: Db;
  readonly samples: SampleValues;
}

interface SampleOptions {
  /** Whether to leave out values that depend on the caller. */
  openToAll?: boolean;
  /** The run for which the values are queried. */
  runId?: string;
}

/**
 * The models that are relevant to a run's task, as JSON; empty if the run has already begun. Their sample values become
 * evidence of the run.
 */
export async function describeRelevantModels(
  {db, samples}: SampleParts,
  run: RunState,
  grounding: RunGrounding,
  sampleOptions: Omit<SampleOptions, "runId"> = {},
): Promise<string[]> {
  if (run.rounds.some(({messages}) => messages.length > 0)) return [];
  const {instructions, maxTokensPerRun} = run.definition;
  const descriptions = await relevantModels(grounding, instructions, {
    ...sampleOptions,
    runId: run.id,
    maxTokensPerRun,
    samples,
  });
  await storeSamples(db, run, descriptions.samples);
  return descriptions.lines;
}

interface Candidate {
  projectId: string;
  model: LayerModel;
  /** Qualified names, the best match first. */
  fields: string[];
  rank: number;
}

/**
 * The models and fields that match the words of a question or task, best first, each model as a line of JSON. They are
 * ranked by names, labels, synonyms, descriptions and hints. Their number is limited to what fits into the prompts of a
 * run with this many tokens, regardless of the size of the layer. Only the beginning of a long task counts. Text fields
 * with few values have the values that the caller may see.
 */
export async function relevantModels(
  {hasModels, models: ground}: Pick<RunGrounding, "hasModels" | "models">,
  words: string,
  {maxTokensPerRun, ...sampleOptions}: SampleOptions & {maxTokensPerRun: number; samples: SampleValues},
): Promise<ModelDescriptions> {
  const {actor, runner} = ground;
  const room = (maxTokensPerRun - SMALL_RUN_TOKENS) * CHARACTERS_PER_TOKEN;
  let left = Math.min(MAX_CHARACTERS, room);
  const descriptions: ModelDescriptions = {lines: [], samples: []};
  if (!hasModels || left <= 0) return descriptions;
  const projects = [...(await projectsOf(runner, actor.orgId)).values()];
  const searched = words.slice(0, MAX_TASK_LENGTH);
  const candidates: Candidate[] = [];
  for (const project of projects.filter(one => canSeeProject(actor, one))) {
    candidates.push(...(await candidatesIn(await layerOf(runner, project), project.id, searched)));
  }
  const best = candidates.sort((a, b) => b.rank - a.rank).slice(0, MAX_MODELS);
  const sampled = await samplesOf(ground, best, sampleOptions);
  for (const candidate of best) {
    const own = sampled.get(candidate) ?? new Map();
    for (const samples of own.size > 0 ? [own, new Map()] : [own]) {
      const line = JSON.stringify(describe(candidate, samples));
      if (line.length > left) continue;
      left -= line.length;
      descriptions.lines.push(line);
      for (const {evidence} of samples.values()) descriptions.samples.push(evidence);
      break;
    }
  }
  return descriptions;
}

type Samples = ReadonlyMap<string, Sample>;

/**
 * The values of the first text fields of the models that match the words, by qualified name. If no model matches, the
 * text fields of all models are used.
 */
async function samplesOf(
  ground: Ground,
  best: readonly Candidate[],
  {samples, ...sampleOptions}: SampleOptions & {samples: SampleValues},
): Promise<ReadonlyMap<Candidate, Samples>> {
  const fitting = best.filter(({rank}) => rank > 0);
  const asked = (fitting.length > 0 ? fitting : best)
    .flatMap(candidate => textsToSample(candidate).map(field => ({candidate, field})))
    .slice(0, MAX_SAMPLED);
  const found = await Promise.all(asked.map(({field}) => samples.valuesOf(ground, field, sampleOptions)));
  const byCandidate = new Map<Candidate, Map<string, Sample>>();
  for (const [index, {candidate, field}] of asked.entries()) {
    const sample = found[index];
    if (!sample) continue;
    const own = byCandidate.get(candidate) ?? new Map<string, Sample>();
    byCandidate.set(candidate, own.set(field.field, sample));
  }
  return byCandidate;
}

/** The fields that may have few values: text dimensions that are not keys. */
function textsToSample(candidate: Candidate): SampledField[] {
  const {projectId, model} = candidate;
  const {primaryKey = []} = model.source;
  return describedFields(candidate).names.flatMap(name => {
    const field = ownField(model, name);
    if (field?.kind !== "dimension" || field.type !== "string") return [];
    return primaryKey.includes(field.source.column ?? field.name)
      ? []
      : [{projectId, model: model.name, field: name}];
  });
}

async function candidatesIn(layer: Layer, projectId: string, words: string): Promise<Candidate[]> {
  const found = await searchFields(layer, words);
  const byModel = new Map<LayerModel, Candidate>();
  for (const {base, name, rank} of found) {
    const candidate = byModel.get(base) ?? {projectId, model: base, fields: [], rank: 0};
    byModel.set(base, candidate);
    candidate.fields.push(name);
    // A model with several matching fields ranks higher than its best field alone would.
    candidate.rank += rank / candidate.fields.length ** 2;
  }
  const models = visibleModels(layer);
  const isSmall = models.reduce((count, {fields}) => count + fields.size, 0) <= SMALL_LAYER;
  if (!isSmall) return [...byModel.values()];
  return models.map(model => byModel.get(model) ?? {projectId, model, fields: [], rank: 0});
}

/** The qualified names of the fields that are described, and the number of further fields of the model. */
function describedFields({model, fields}: Candidate): {names: string[]; moreCount: number} {
  const own = [...model.fields.values()]
    .filter(({source}) => source.hidden !== true)
    .map(({name}) => `${model.name}.${name}`);
  const names = [...new Set([...fields, ...own])].slice(0, MAX_FIELDS);
  return {names, moreCount: Math.max(0, own.length - names.length)};
}

function describe(candidate: Candidate, samples: Samples) {
  const {projectId, model} = candidate;
  const {label, description, hint, synonyms} = model.source;
  const {names, moreCount} = describedFields(candidate);
  return {
    projectId,
    model: model.name,
    ...textsOf({label, description, hint, synonyms}),
    fields: names.map(name => fieldOf(model, name, samples.get(name)?.values)),
    ...(moreCount > 0 ? {moreFields: moreCount} : {}),
  };
}

function ownField(model: LayerModel, name: string): Field | undefined {
  return name.startsWith(`${model.name}.`) ? model.fields.get(name.slice(model.name.length + 1)) : undefined;
}

function fieldOf(model: LayerModel, name: string, values: readonly string[] | undefined) {
  const field = ownField(model, name);
  if (!field) return {name};
  const {label, description, hint, synonyms} = field.source;
  const texts = textsOf({label, description, hint, synonyms});
  return {name, kind: field.kind, type: field.type, ...texts, ...(values ? {values} : {})};
}

interface Texts {
  label: string | undefined;
  description: string | undefined;
  hint: string | undefined;
  synonyms: readonly string[] | undefined;
}

function textsOf({label, description, hint, synonyms}: Texts) {
  return {
    ...(label === undefined ? {} : {label}),
    ...(synonyms === undefined ? {} : {synonyms: shorten(synonyms.join(", "), MAX_TEXT)}),
    ...(description === undefined ? {} : {description: shorten(description, MAX_TEXT)}),
    ...(hint === undefined ? {} : {hint: shorten(hint, MAX_TEXT)}),
  };
}
