import type {RangeVar} from "libpg-query";
import type {CatalogTable} from "../catalog-types.ts";
import {stringsOf} from "../statement/nodes.ts";
import type {Analysis, Output, Scope} from "./analysis.ts";
import {findTable} from "./find-table.ts";
import type {Relation, RelationColumn, TableUse} from "./relations.ts";
import {referToAll} from "./resolve.ts";

/** The relation for a name in a `from`: a select that a `with` names, or a table. Throws as `findTable` does. */
export function tableRelation(analysis: Analysis, node: RangeVar, scope: Scope): Relation {
  const {relname = "", schemaname, alias} = node;
  const named = schemaname === undefined ? scope.named.get(relname) : undefined;
  if (named !== undefined) {
    const {columns, isOpen, derived} = named;
    const relation: Relation = {
      name: alias?.aliasname ?? relname,
      columns: renamed(
        {columns, isOpen, ...(derived === undefined ? {} : {block: derived})},
        stringsOf(alias?.colnames),
      ),
      isOpen,
      isSole: false,
      isNullable: false,
      isRenamed: named.isRenamed === true || alias?.colnames !== undefined,
      ...(derived === undefined ? {} : {derived}),
    };
    named.uses.push(relation);
    analysis.namedOf.set(relation, named);
    return relation;
  }
  const table = findTable(analysis, node);
  if (table === undefined) {
    analysis.readsCatalog = true;
    return openRelation(alias?.aliasname ?? relname);
  }
  return catalogRelation(analysis, node, table, scope);
}

function catalogRelation(analysis: Analysis, node: RangeVar, table: CatalogTable, scope: Scope): Relation {
  const block = scope.block;
  if (block === undefined) return openRelation(undefined);
  const use: TableUse = {table, node, block, references: []};
  analysis.uses.push(use);
  const columns = table.columns.map(
    (column): RelationColumn => ({
      name: column.name,
      isHidden: column.kind === "measure",
      origin: {kind: "table", use, column},
    }),
  );
  const renames = stringsOf(node.alias?.colnames);
  return {
    name: node.alias?.aliasname ?? node.relname,
    columns: renamed({columns, isOpen: false, block}, renames),
    isOpen: false,
    use,
    isSole: true,
    isNullable: false,
    isRenamed: renames.length > 0,
  };
}

/** A relation whose columns only Postgres knows. */
export function openRelation(name: string | undefined): Relation {
  return {name, columns: [], isOpen: true, isSole: false, isNullable: false};
}

/** The columns with the names of an alias: `t (a, b)`. */
export function renamed(output: Output, names: readonly string[]): RelationColumn[] {
  if (names.length === 0) return output.columns;
  referToAll(output.columns, output.block);
  const visible = output.columns.filter(({isHidden}) => !isHidden);
  return visible.map((column, index) => ({...column, name: names[index] ?? column.name}));
}
