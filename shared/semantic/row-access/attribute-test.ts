import {CompileError} from "../errors.ts";
import type {Calendar} from "../filters/calendar-spans.ts";
import type {Test, Value} from "../filters/predicates.ts";
import {readTest} from "../filters/read-predicate.ts";
import type {FieldReference} from "../layer/layer.ts";

/** The caller for whom a statement is written. */
export interface AttributeValues {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly calendar: Calendar;
  /** Attributes that a rule needs and for which the caller has no value. */
  readonly missingAttributes: Set<string>;
}

/** A test for the caller's values of an attribute. Values that are invalid for the dimension match nothing. */
export function attributeTest(caller: AttributeValues, reference: FieldReference, attribute: string): Test {
  const {field} = reference;
  const items = field.kind === "dimension" ? field.source.items : undefined;
  const {attributes, missingAttributes} = caller;
  const given = Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? []) : [];
  if (given.length === 0) missingAttributes.add(attribute);
  const values: Value[] = [];
  const tests: Test[] = [];
  for (const value of given) {
    const test = readAttribute(caller, field.name, items ?? field.type, value);
    if (test?.kind === "compare") values.push(test.value);
    else if (test !== undefined) tests.push(test);
  }
  if (values.length > 0 && items !== undefined) return {kind: "has", values, all: false, items};
  if (values.length > 0) tests.unshift({kind: "in", values});
  const [only, ...others] = tests;
  if (only === undefined) return {kind: "constant", holds: false};
  return others.length === 0 ? only : {kind: "any", tests};
}

function readAttribute(
  {calendar}: AttributeValues,
  name: string,
  type: FieldReference["field"]["type"],
  value: string,
): Test | undefined {
  try {
    return readTest({field: name, op: "=", value}, {name, type}, calendar, "").test;
  } catch (fault) {
    if (fault instanceof CompileError) return undefined;
    throw fault;
  }
}
