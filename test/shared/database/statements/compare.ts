import ts from "typescript-5";
import type {Column} from "./describe.ts";
import type {Sources} from "./program.ts";

/** A field of a row as the source declares it. */
interface Declared {
  type: ts.Type;
  isOptional: boolean;
}

/** The faults of a declared row, each with the right declaration. */
export function compareRow(sources: Sources, row: ts.Type, columns: readonly Column[]): string[] {
  const declared = fieldsOf(sources.checker, row);
  const missing = columns
    .filter(({name}) => !declared.has(name))
    .map(({name, type}) => `"${name}" (${type}) is returned and not declared: declare or do not select it`);
  const unknown = [...declared]
    .filter(([name, {isOptional}]) => !isOptional && columns.every(column => column.name !== name))
    .map(([name]) => `"${name}" is declared, and no column has this name`);
  return [
    ...missing,
    ...unknown,
    ...columns.flatMap(column => {
      const field = declared.get(column.name);
      return field ? compareField(sources, field.type, column) : [];
    }),
  ];
}

/** The same for a single value: an expression in a query of Kysely. */
export function compareValue(sources: Sources, type: ts.Type, columns: readonly Column[]): string[] {
  return columns.flatMap(column => compareField(sources, type, column));
}

function compareField({checker, driver}: Sources, declared: ts.Type, column: Column): string[] {
  const {name, type, isNullable, texts} = column;
  const given = driver.get(type);
  if (!given) return [`"${name}": driver-types.ts does not name ${type}`];
  const written = checker.typeToString(declared);
  if (isAnything(declared)) return declared.flags & ts.TypeFlags.Any ? [`"${name}" is any`] : [];
  const value = checker.getNonNullableType(declared);
  const found: string[] = [];
  if (isNullable && !admitsNull(declared)) found.push(`"${name}" can be null: write \`${written} | null\``);
  const literals = textsOf(value);
  if (texts && literals) {
    const others = [...texts].filter(text => !literals.has(text));
    if (others.length > 0) found.push(`"${name}" can be ${others.map(one => `"${one}"`).join(", ")} too`);
  } else if (!checker.isTypeAssignableTo(given, value)) {
    const instead = checker.typeToString(given);
    const how =
      instead === "unknown" ? "write `unknown`, and parse it by its schema" : `write \`${instead}\``;
    found.push(`"${name}" is ${type}, which is no \`${written}\`: ${how}`);
  }
  return found;
}

const isAnything = (type: ts.Type) => (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;

function admitsNull(type: ts.Type): boolean {
  return type.isUnion() ? type.types.some(admitsNull) : (type.flags & ts.TypeFlags.Null) !== 0;
}

/** The texts of a union of literals. */
function textsOf(type: ts.Type): Set<string> | undefined {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.map(one => (one.isStringLiteral() ? one.value : undefined));
  return texts.includes(undefined) ? undefined : new Set(texts.filter(one => one !== undefined));
}

/** The fields of a row. If the row is a union, each field has the types that it has in any member. */
function fieldsOf(checker: ts.TypeChecker, row: ts.Type): Map<string, Declared> {
  const rows = row.isUnion() ? row.types : [row];
  const symbols = rows.flatMap(one => checker.getPropertiesOfType(one));
  return new Map(
    symbols.map(symbol => {
      const ofAll = checker.getPropertyOfType(row, symbol.name) ?? symbol;
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      return [symbol.name, {type: checker.getTypeOfSymbol(ofAll), isOptional}];
    }),
  );
}
