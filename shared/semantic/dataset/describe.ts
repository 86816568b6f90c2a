import {typeAtGrain} from "../layer/grains.ts";
import {type DescribedModel, describeField, describeModel} from "../layer/models.ts";
import type {DatasetSource, OfferedField} from "./fields.ts";

/** A dataset described like a model, with the names that queries over it use. */
export function describeDataset(source: DatasetSource): DescribedModel {
  const {slug, layer, model, offer, ownFieldsOnly} = source;
  if (offer) {
    const described: DescribedModel = {name: slug, dimensions: [], measures: [], joins: [], manySide: []};
    for (const field of offer.dimensions.values()) described.dimensions.push(...dimensionsOf(slug, field));
    for (const {name, field} of offer.measures.values()) {
      if (field.kind !== "measure") continue;
      described.measures.push({...describeField(field, `${slug}.${name}`), aggregation: field.source.type});
    }
    return described;
  }
  const described = describeModel(layer, model);
  if (!described) throw new Error(`The model ${model} of a dataset is not in its layer`);
  const own = `${model}.`;
  const rename = <T extends {name: string}>(fields: T[]): T[] =>
    fields
      .filter(({name}) => !ownFieldsOnly || name.startsWith(own))
      .map(field =>
        field.name.startsWith(own) ? {...field, name: `${slug}.${field.name.slice(own.length)}`} : field,
      );
  return {
    ...described,
    name: slug,
    dimensions: rename(described.dimensions),
    measures: rename(described.measures),
    ...(ownFieldsOnly ? {joins: [], manySide: []} : {}),
  };
}

/** A field that needs a grain is listed once for each grain. */
function dimensionsOf(slug: string, {name, field, grains, bare}: OfferedField): DescribedModel["dimensions"] {
  const described = describeField(field, `${slug}.${name}`);
  if (bare) return [grains.length === 0 ? described : {...described, grains}];
  return grains.map(grain => ({
    ...described,
    name: `${described.name}.${grain}`,
    type: typeAtGrain(field.type, grain),
  }));
}
