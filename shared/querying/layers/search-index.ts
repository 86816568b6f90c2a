import {type Field, joinedFields, type Layer, type LayerModel, visibleModels} from "../../semantic/layers.ts";
import {nearest} from "../../semantic/nearest-names.ts";

/** A field that was found, with its rank: higher is better, also across several layers. */
export interface Found {
  field: Field;
  /** The field's name in queries over `base`. */
  name: string;
  base: LayerModel;
  rank: number;
}

type Postings = Map<string, {place: number; weight: number}[]>;

type Named = Omit<Found, "rank">;

interface SearchIndex {
  fields: readonly Named[];
  byField: Postings;
  /** The name, the label and the synonyms of each field in words. */
  names: readonly (readonly string[])[];
  models: readonly LayerModel[];
  byModel: Postings;
  /** The index of each model's first field, and one more at the end. */
  starts: readonly number[];
}

const WEIGHTS = {name: 6, label: 6, synonyms: 6, description: 2, hint: 2} as const;
/** The weight of a word of the model, relative to the same word of the field. */
const MODEL_SHARE = 0.5;
/**
 * Kinds of match, best first, whatever the weight of their words: the whole name, the beginning of a name, a word, and
 * at last a similar word. The distance between two tiers is more than all weights of a query's words.
 */
const TIERS = {whole: 3e6, beginning: 2e6, word: 1e6, similar: 0} as const;
/** Fields whose rank is below this share of the best one are left out. */
const MIN_SHARE_OF_BEST = 0.3;
/** The most fields that a search returns. */
const MAX_FOUND = 1000;
/** The number of a query's first different words that are searched: each is compared with all words of the layer. */
const MAX_WORDS = 100;
/** The number of models that are indexed before the process yields to other work. */
const MODELS_PER_STEP = 200;

const indexes = new WeakMap<Layer, Promise<SearchIndex>>();

/**
 * The fields of a layer that match the words, best first. Every word counts; a word that no field has is replaced by
 * the most similar one.
 */
export async function searchFields(layer: Layer, query: string): Promise<Found[]> {
  let index = indexes.get(layer);
  if (!index) {
    index = buildIndex(layer);
    indexes.set(layer, index);
  }
  return rank(await index, searchWords(query));
}

/** Stop words: words that do not narrow down a search. */
const STOP_WORDS = new Set(
  "a an and are as at by for from in is it of on or per that the this to what which with".split(" "),
);

function searchWords(query: string): string[] {
  const words = wordsOf(query);
  const significant = words.filter(word => !STOP_WORDS.has(word));
  return significant.length > 0 ? significant : words;
}

/**
 * Words in lower case, split at changes of case and at everything except letters and digits: `lateShare` is two words.
 */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return spaced.match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function buildIndex(layer: Layer): Promise<SearchIndex> {
  const models = visibleModels(layer);
  const fields: Named[] = [];
  const names: string[][] = [];
  const byField: Postings = new Map();
  const byModel: Postings = new Map();
  const starts: number[] = [];
  for (const [place, model] of models.entries()) {
    if (place % MODELS_PER_STEP === MODELS_PER_STEP - 1) await new Promise(resolve => setImmediate(resolve));
    starts.push(fields.length);
    addWords(byModel, place, model.source);
    const own = [...model.fields.values()].map(field => ({name: `${model.name}.${field.name}`, field}));
    const joined = layer.joined === undefined ? [] : joinedFields(layer, model);
    for (const {name, field} of [...own, ...joined]) {
      const {source} = field;
      if (source.hidden === true) continue;
      // For a joined field, the name of its role is a word as well.
      addWords(byField, fields.length, field.model === model ? source : {...source, name});
      fields.push({name, field, base: model});
      const {label, synonyms = []} = source;
      const called = [source.name, ...(label === undefined ? [] : [label]), ...synonyms];
      names.push(called.map(text => wordsOf(text).join(" ")));
    }
  }
  starts.push(fields.length);
  return {fields, names, byField, models, byModel, starts};
}

function addWords(
  postings: Postings,
  place: number,
  source: Partial<Record<keyof typeof WEIGHTS, string | readonly string[]>>,
): void {
  const weights = new Map<string, number>();
  for (const part of ["name", "label", "synonyms", "description", "hint"] as const) {
    const text = source[part];
    if (text === undefined) continue;
    for (const word of wordsOf([text].flat().join(" ")))
      weights.set(word, Math.max(weights.get(word) ?? 0, WEIGHTS[part]));
  }
  for (const [word, weight] of weights) {
    const held = postings.get(word);
    if (held) held.push({place, weight});
    else postings.set(word, [{place, weight}]);
  }
}

function rank(index: SearchIndex, words: readonly string[]): Found[] {
  const {fields, starts} = index;
  const ranks = new Float64Array(fields.length);
  const tiers = new Float64Array(fields.length);
  for (const word of [...new Set(words)].slice(0, MAX_WORDS)) {
    const own = matches(index.byField, word);
    const models = matches(index.byModel, word);
    const isKnown = own.size + models.size > 0;
    const [found, foundModels] = isKnown ? [own, models] : nearestMatches(index, word);
    const scores = new Float64Array(fields.length);
    for (const [model, weight] of foundModels) {
      scores.fill(weight * MODEL_SHARE, starts[model], starts[model + 1]);
    }
    for (const [place, weight] of found) scores[place] = weight + (scores[place] ?? 0) / 10;
    let hits = 0;
    for (const score of scores) if (score > 0) hits++;
    // A rare word weighs more than a word that occurs in every field (inverse document frequency).
    const rarity = 1 + Math.log((fields.length + 1) / (hits + 1));
    for (const [place, score] of scores.entries()) {
      if (score === 0) continue;
      ranks[place] = (ranks[place] ?? 0) + score * rarity;
      if (isKnown) tiers[place] = TIERS.word;
    }
  }
  const phrase = words.join(" ");
  for (const [place, names] of index.names.entries()) {
    if (!ranks[place] || !tiers[place]) continue;
    if (names.includes(phrase)) tiers[place] = TIERS.whole;
    else if (names.some(name => name.startsWith(phrase))) tiers[place] = TIERS.beginning;
  }
  return bestOf(fields, ranks)
    .map(({rank: weight, place, ...found}) => ({...found, rank: weight + (tiers[place] ?? 0)}))
    .sort((a, b) => b.rank - a.rank || a.name.length - b.name.length);
}

/** The best fields. If very many rank equally, the first ones are returned. */
function bestOf(fields: readonly Named[], ranks: Float64Array): (Found & {place: number})[] {
  const sorted = ranks.toSorted();
  const last = sorted.at(-MAX_FOUND) ?? 0;
  const least = Math.max((sorted.at(-1) ?? 0) * MIN_SHARE_OF_BEST, Number.MIN_VALUE);
  const better: (Found & {place: number})[] = [];
  const equal: (Found & {place: number})[] = [];
  for (const [place, rank] of ranks.entries()) {
    const field = fields[place];
    if (rank < least || rank < last || !field) continue;
    if (rank > last) better.push({...field, rank, place});
    else if (equal.length < MAX_FOUND) equal.push({...field, rank, place});
  }
  return [...better, ...equal].sort((a, b) => b.rank - a.rank).slice(0, MAX_FOUND);
}

/** Matching places with weights: the word itself, then words that begin with it, then words that contain it. */
function matches(postings: Postings, word: string): Map<number, number> {
  const found = new Map<number, number>();
  const add = (list: readonly {place: number; weight: number}[], share: number) => {
    for (const {place, weight} of list) found.set(place, Math.max(found.get(place) ?? 0, weight * share));
  };
  const exact = postings.get(word);
  if (exact) add(exact, 1);
  if (word.length < 3) return found;
  const stem = stemOf(word);
  for (const [other, list] of postings) {
    if (other === word) continue;
    if (other.startsWith(stem)) add(list, stemOf(other) === stem ? 0.9 : 0.6);
    else if (other.includes(word)) add(list, 0.3);
  }
  return found;
}

/** The word without a plural ending, so that `orders` finds `order`. */
function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return word.slice(0, -3);
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function nearestMatches(index: SearchIndex, word: string): [Map<number, number>, Map<number, number>] {
  const [near] = nearest(word, new Set([...index.byField.keys(), ...index.byModel.keys()]), 1);
  if (near === undefined) return [new Map(), new Map()];
  return [matches(index.byField, near), matches(index.byModel, near)];
}
