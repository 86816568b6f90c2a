import type {Filter, FilterCondition} from "../../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {isMeasure} from "./field-paths.ts";
import {isOnOwnAggregate} from "./nested.ts";

export function conjuncts(filter: Filter): Filter[] {
  return "and" in filter ? filter.and.flatMap(conjuncts) : [filter];
}

export function measureFilters(query: Query): FilterCondition[] {
  return (query.filters ?? []).filter(isMeasure);
}

export function rowFilters(query: Query): Filter[] {
  return (query.filters ?? []).filter(
    filter => !isMeasure(filter) && !isOnCalculation(query, filter) && !isOnOwnAggregate(query, filter),
  );
}

export function isOnCalculation({calculations = []}: Query, filter: Filter): filter is FilterCondition {
  return "field" in filter && !("per" in filter) && calculations.some(({name}) => name === filter.field);
}
