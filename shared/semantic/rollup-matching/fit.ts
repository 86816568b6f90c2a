import type {Comparison, Test} from "../filters/predicates.ts";
import {typeAtGrain} from "../layer/grains.ts";
import type {
  ComparedField,
  ResolvedCalculation,
  ResolvedCompare,
  ResolvedComparison,
  ResolvedCondition,
  ResolvedFilter,
  ResolvedOrder,
  ResolvedQuery,
  ResolvedTop,
} from "../resolve/resolved.ts";
import {type Candidate, firstSetKey, isSameEngine, type Share} from "./fit-fields.ts";
import {NestedFitting} from "./fit-nested.ts";
import {periodTest} from "./period-tests.ts";
import type {RolledDimension} from "./plan.ts";

/**
 * The query over the roll-up's own model, if its answer is exactly that of the warehouse; else the reason why it is not.
 * An unknown property of a query is such a reason. `share` is given if the query is another query's share of one fact.
 */
export function fitQuery(candidate: Candidate, query: ResolvedQuery, share?: Share): ResolvedQuery | string {
  const fitting = new Fitting(candidate, query, share);
  const fitted = fitting.query();
  return fitted ?? fitting.why ?? "it does not fit";
}

class Fitting extends NestedFitting {
  query(): ResolvedQuery | undefined {
    const {base, dimensions, measures, where, always, having, top, ...others} = this.requested;
    const {compare, calculations, calculated, order, limit, calendar, ...shown} = others;
    const {totals, subtotals, fillGaps, ...more} = shown;
    const {timezone: _, weekStart: __, now: ___, fiscalStart: ____, ...moreOfCalendar} = calendar;
    const other = firstSetKey({fillGaps, ...more, ...moreOfCalendar});
    if (other !== undefined) return this.refuse(`the query has "${other}"`);
    if (base !== this.candidate.plan.model)
      return this.refuse(`its model is "${this.candidate.plan.model.name}"`);
    for (const {dimension} of this.candidate.plan.access) if (!this.#accessFits(dimension)) return undefined;
    const fitted = {
      dimensions: this.all(dimensions, one => this.dimension(one)),
      measures: this.all(measures, one => this.measure(one)),
      where: this.all(where, one => this.#filter(one, false)),
      always: this.all(always, one => this.#filter(one, false)),
      having: this.all(having, one => this.#filter(one, true)),
      calculations: this.all(calculations, one => this.#calculation(one)),
      calculated: this.all(calculated, one => this.#filter(one, true)),
      order: this.all(order, one => this.#order(one)),
    };
    const fittedTop = top && this.#top(top);
    const fittedCompare = compare && this.#compare(compare);
    if (this.why !== undefined) return undefined;
    const both = fittedCompare === undefined ? {} : {compare: fittedCompare};
    const rest = {top: fittedTop, ...both, limit, calendar, totals, subtotals, fillGaps};
    return {base: this.candidate.layer.model, ...fitted, ...rest};
  }

  /** Whether row access by the dimension finds the groups of the rows that the warehouse would have found. */
  #accessFits({column, reference, type}: RolledDimension): boolean {
    if (reference.paths[0]?.length !== 0)
      return this.no(
        "its row access is by a dimension of a joined model, whose values may have changed since the build",
      );
    if (type === "json")
      return this.no("its row access is by the values of an array, which it does not store one by one");
    const {name} = reference.field;
    if (this.reached({name, reference, more: {}}) === undefined) return false;
    if (type === "string" && this.column(column).same !== true && this.candidate.built.table === undefined)
      return this.no(`its row access compares "${name}" as the warehouse's collation does`);
    return true;
  }

  #filter(filter: ResolvedFilter, ofGroups: boolean): ResolvedFilter | undefined {
    switch (filter.kind) {
      case "and":
      case "or":
      case "not": {
        const {kind, parts, ...more} = filter;
        const other = firstSetKey(more);
        if (other !== undefined) return this.refuse(`a filter has "${other}"`);
        return {kind, parts: this.all(parts, part => this.#filter(part, ofGroups))};
      }
      case "condition":
        return this.#condition(filter);
      case "comparison":
        return this.#comparison(filter);
      case "calculation":
        return filter;
      default:
        return this.refuse(`a filter depends on rows or groups that it does not store ("${filter.kind}")`);
    }
  }

  #condition(condition: ResolvedCondition): ResolvedCondition | undefined {
    const {kind, name, reference, test, raw, dependsOnNow, pointer, timezone, ...more} = condition;
    const other = firstSetKey(more);
    if (other !== undefined) return this.refuse(`the filter on "${name}" has "${other}"`);
    const zone = timezone === undefined ? {} : {timezone};
    const common = {kind, name, raw, dependsOnNow, pointer, ...zone} as const;
    if (reference.field.kind === "measure") {
      if (!this.canDecide(name, reference)) return undefined;
      const fitted = this.measure({name, reference: {...reference, field: reference.field}, pointer});
      return fitted && {...common, reference: fitted.reference, test};
    }
    const rolled = this.reached({name, reference, more});
    if (rolled === undefined) return undefined;
    const own = this.own(rolled.column);
    if (!raw) {
      const {grain} = reference;
      if (grain === undefined || !this.hasGrain(rolled, name, reference, timezone)) return undefined;
      return {...common, reference: {...own, grain}, test};
    }
    const {grain} = rolled;
    const fitted =
      grain === undefined ? this.#plainTest(rolled, name, test) : this.#timeTest(rolled, name, test);
    return fitted && {...common, reference: own, test: fitted};
  }

  /** The comparison over the stored columns of both fields, at the same grains. */
  #comparison(comparison: ResolvedComparison): ResolvedComparison | undefined {
    const {kind, fields, op, negated, pointer, ...more} = comparison;
    const other = firstSetKey(more);
    if (other !== undefined) return this.refuse(`a comparison of fields has "${other}"`);
    const types = fields.map(({reference: {field, grain}}) => typeAtGrain(field.type, grain));
    if (types.includes("date") && types.includes("timestamp"))
      return this.refuse(`"${fields[0].name}" is compared with "${fields[1].name}" by day`);
    const fit = (one: ComparedField) => this.#compared(one, op);
    const [first, second] = [fit(fields[0]), fit(fields[1])];
    return first && second && {kind, fields: [first, second], op, negated, pointer};
  }

  #compared({name, reference, pointer, timezone, ...more}: ComparedField, op: Comparison) {
    const own = {name, pointer, ...(timezone === undefined ? {} : {timezone})};
    if (reference.field.kind === "measure") {
      if (!this.canDecide(name, reference)) return undefined;
      const fitted = this.measure({name, reference: {...reference, field: reference.field}, pointer});
      return fitted && {...own, reference: fitted.reference};
    }
    const rolled = this.reached({name, reference, more});
    if (rolled === undefined || !this.hasGrain(rolled, name, reference, timezone)) return undefined;
    const {same, sorted} = this.column(rolled.column);
    const isKnown = same === true && (op === "=" || (sorted === true && isSameEngine(this.candidate)));
    if (rolled.type === "string" && !isKnown)
      return this.refuse(`"${name}" is compared with another text as the warehouse's collation does`);
    const {grain} = reference;
    const cut = grain === undefined || grain === rolled.grain ? {} : {grain};
    return {...own, reference: {...this.own(rolled.column), ...cut}};
  }

  #timeTest({grain = "day", reference}: RolledDimension, name: string, test: Test): Test | undefined {
    const {timezone} = this.candidate.plan;
    const {weekStart} = this.requested.calendar;
    const type = reference.field.type === "date" ? "date" : "timestamp";
    const {dialect} = this.candidate;
    const fitted = periodTest({grain, type, timezone, weekStart, dialect}, test);
    return fitted ?? this.refuse(`the filter on "${name}" splits its ${grain}s in ${timezone}`);
  }

  #plainTest({column, type}: RolledDimension, name: string, test: Test): Test | undefined {
    if (type !== "string") return test;
    const {same, sorted} = this.column(column);
    if (isSameEngine(this.candidate) && same === true && sorted === true) return test;
    const isTable = this.candidate.built.table !== undefined;
    // The collation that formed the groups also compares them. A pattern, or a test that compares by code points, may
    // distinguish texts that the collation equates.
    if (isTable && sorted === true && !hasPattern(test) && !isExact(test)) return test;
    const isPlain = (one: Test): boolean => {
      if (one.kind === "null" || one.kind === "constant") return true;
      if (one.kind === "any") return one.tests.every(isPlain);
      if (one.kind === "compare" && one.value.isExact === true) return same === true;
      if (one.kind === "in" || (one.kind === "compare" && one.op === "=")) return same === true || isTable;
      return same === true && one.kind === "like" && one.caseSensitive;
    };
    if (isPlain(test)) return test;
    return this.refuse(`the filter on "${name}" compares texts as the warehouse's collation does`);
  }

  #isSorted({column, type}: RolledDimension, name: string): boolean {
    if (type !== "string") return true;
    if (this.column(column).sorted !== true)
      return this.no(`the warehouse sorts the values of "${name}" in its own way`);
    // `sorted` holds for the values within one roll-up. It does not say how values of several roll-ups sort among each
    // other.
    if (this.isOneOfSeveral && !isSameEngine(this.candidate))
      return this.no(`the warehouse may sort the values of "${name}" of several roll-ups in its own way`);
    return true;
  }

  #sorts(index: number): boolean {
    const dimension = this.requested.dimensions[index];
    const rolled = dimension && this.find(dimension.reference);
    return dimension === undefined || rolled === undefined || this.#isSorted(rolled, dimension.name);
  }

  #order(order: ResolvedOrder): ResolvedOrder | undefined {
    const {by, descending, ...more} = order;
    const other = firstSetKey(more);
    if (other !== undefined) return this.refuse(`its order has "${other}"`);
    if (typeof by !== "number") {
      const measure = this.canDecide(by.name, by.reference) ? this.measure(by) : undefined;
      return measure && {by: measure, descending};
    }
    const {dimensions, measures} = this.requested;
    if (by <= dimensions.length) return this.#sorts(by - 1) ? order : undefined;
    const measure = measures[by - 1 - dimensions.length];
    if (measure !== undefined && !this.canDecide(measure.name, measure.reference)) return undefined;
    return order;
  }

  #top(top: ResolvedTop): ResolvedTop | undefined {
    const {dimension, within, by, count, others, ofNumbers, ascending, ...more} = top;
    const other = firstSetKey(more);
    if (other !== undefined) return this.refuse(`its "top" has "${other}"`);
    if (!this.canDecide(by.name, by.reference) || !this.#sorts(dimension)) return undefined;
    const measure = this.measure(by);
    return measure && {...top, by: measure};
  }

  /** The earlier span lies in whole periods of the roll-up as well. */
  #compare(compare: ResolvedCompare): ResolvedCompare | undefined {
    const {where, moved, ...more} = compare;
    const other = firstSetKey(more);
    if (other !== undefined) return this.refuse(`its comparison has "${other}"`);
    return {where: this.all(where, one => this.#filter(one, false)), moved};
  }

  /** Calculations are windows over groups: over integers and decimals in the same engine, their values are the same. */
  #calculation(calculation: ResolvedCalculation): ResolvedCalculation | undefined {
    const {name, kind, type, of, behind, within, along, alongValue, ...others} = calculation;
    const {countsPeriods, descending, count, pointer, ...more} = others;
    const other = firstSetKey(more);
    if (other !== undefined) return this.refuse(`the calculation "${name}" has "${other}"`);
    if (!isSameEngine(this.candidate))
      return this.refuse(
        `another engine than the warehouse may compute the calculation "${name}" differently`,
      );
    const measure = this.requested.measures[of];
    const stored = measure && this.candidate.layer.measures.get(measure.reference.field);
    const kinds = stored?.parts.map(({column}) => this.column(column).kind) ?? [];
    if (stored?.recipe.kind !== "part" || !kinds.every(one => ["integer", "decimal", "sketch"].includes(one)))
      return this.refuse(`the calculation "${name}" is of a measure that may differ in its last digits`);
    const key = alongValue?.kind === "measure" ? this.requested.measures[alongValue.index] : undefined;
    if (key !== undefined && !this.canDecide(key.name, key.reference)) return undefined;
    // Groups with equal values are ordered by all dimensions.
    const decides =
      alongValue === undefined
        ? [...within, ...(along === undefined ? [] : [along])]
        : this.requested.dimensions.keys();
    return [...decides].every(index => this.#sorts(index)) ? calculation : undefined;
  }
}

/** Whether texts are compared by code points, and not by their collation. */
function isExact(test: Test): boolean {
  if (test.kind === "compare") return test.value.isExact === true;
  return test.kind === "any" && test.tests.some(isExact);
}

function hasPattern(test: Test): boolean {
  return test.kind === "like" || (test.kind === "any" && test.tests.some(hasPattern));
}
