import {shorten} from "../../shared/ground/one-line.ts";
import {canSeeProject, layerOf, projectsOf} from "../../shared/querying/layers/layers.ts";
import {searchFields} from "../../shared/querying/layers/search-index.ts";
import {type Layer, type LayerModel, visibleModels} from "../../shared/semantic/layers.ts";
import {LONGEST_TASK} from "./examples.ts";
import type {Ground} from "./grounding.ts";

/** The characters of all descriptions: about two thousand tokens. */
const MOST_CHARACTERS = 8000;
/** A run of no more tokens has no room for descriptions; each further token gives room for so many characters. */
const SMALL_RUN_TOKENS = 15_000;
const CHARACTERS_PER_TOKEN = 0.4;
const MOST_MODELS = 6;
const MOST_FIELDS = 15;
/** A layer of so few fields is described as a whole. */
const SMALL_LAYER = 80;
const MOST_TEXT = 200;

interface Candidate {
  projectId: string;
  model: LayerModel;
  /** Qualified names, the most fitting first. */
  fields: string[];
  rank: number;
}

/**
 * The models and fields that the words of a question or task fit, best first, each as JSON: ranked over names, labels,
 * synonyms, descriptions and hints, and as many as the prompts of a run of so many tokens have room for. How many models
 * the layer has makes no difference. Of a long task the beginning counts.
 */
export async function relevantModels(
  {actor, runner}: Ground,
  words: string,
  maxTokensPerRun: number,
): Promise<string[]> {
  let left = Math.min(MOST_CHARACTERS, (maxTokensPerRun - SMALL_RUN_TOKENS) * CHARACTERS_PER_TOKEN);
  if (left <= 0) return [];
  const projects = [...(await projectsOf(runner, actor.orgId)).values()];
  const searched = words.slice(0, LONGEST_TASK);
  const candidates: Candidate[] = [];
  for (const project of projects.filter(one => canSeeProject(actor, one))) {
    candidates.push(...(await candidatesIn(await layerOf(runner, project), project.id, searched)));
  }
  const best = candidates.sort((a, b) => b.rank - a.rank).slice(0, MOST_MODELS);
  const lines: string[] = [];
  for (const candidate of best) {
    const line = JSON.stringify(describe(candidate));
    if (line.length > left) continue;
    left -= line.length;
    lines.push(line);
  }
  return lines;
}

async function candidatesIn(layer: Layer, projectId: string, words: string): Promise<Candidate[]> {
  const found = await searchFields(layer, words);
  const byModel = new Map<LayerModel, Candidate>();
  for (const {base, name, rank} of found) {
    const candidate = byModel.get(base) ?? {projectId, model: base, fields: [], rank: 0};
    byModel.set(base, candidate);
    candidate.fields.push(name);
    // Several fitting fields make a model fit better than its best one alone.
    candidate.rank += rank / candidate.fields.length ** 2;
  }
  const models = visibleModels(layer);
  const isSmall = models.reduce((count, {fields}) => count + fields.size, 0) <= SMALL_LAYER;
  if (!isSmall) return [...byModel.values()];
  return models.map(model => byModel.get(model) ?? {projectId, model, fields: [], rank: 0});
}

function describe({projectId, model, fields}: Candidate) {
  const own = [...model.fields.values()]
    .filter(({source}) => source.hidden !== true)
    .map(({name}) => `${model.name}.${name}`);
  const shown = [...new Set([...fields, ...own])].slice(0, MOST_FIELDS);
  const {label, description, hint, synonyms} = model.source;
  return {
    projectId,
    model: model.name,
    ...textsOf({label, description, hint, synonyms}),
    fields: shown.map(name => fieldOf(model, name)),
    ...(own.length > shown.length ? {moreFields: own.length - shown.length} : {}),
  };
}

function fieldOf(model: LayerModel, name: string) {
  const field = name.startsWith(`${model.name}.`)
    ? model.fields.get(name.slice(model.name.length + 1))
    : undefined;
  if (!field) return {name};
  const {label, description, hint, synonyms} = field.source;
  return {name, kind: field.kind, type: field.type, ...textsOf({label, description, hint, synonyms})};
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
    ...(synonyms === undefined ? {} : {synonyms: shorten(synonyms.join(", "), MOST_TEXT)}),
    ...(description === undefined ? {} : {description: shorten(description, MOST_TEXT)}),
    ...(hint === undefined ? {} : {hint: shorten(hint, MOST_TEXT)}),
  };
}
