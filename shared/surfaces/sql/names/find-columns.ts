import type {Block, Relation, RelationColumn} from "./relations.ts";

// A statement may name many columns of many tables, and all callers wait for the planner. So columns are looked up in
// indexes.

/** A column that a bare name may mean. */
export interface NamedColumn {
  relation: Relation;
  column: RelationColumn;
  /** Whether the relation has several columns of this name. */
  isAmbiguous: boolean;
}

const indexes = new WeakMap<readonly RelationColumn[], ReadonlyMap<string, NamedColumn>>();

/** The column of a relation with this name; a dimension comes before a measure. */
export function columnNamed(relation: Relation, name: string): NamedColumn | undefined {
  let index = indexes.get(relation.columns);
  if (index === undefined) {
    index = indexOf(relation);
    indexes.set(relation.columns, index);
  }
  const found = index.get(name);
  // Relations that name the same `with` share its columns.
  return found && (found.relation === relation ? found : {...found, relation});
}

function indexOf(relation: Relation): ReadonlyMap<string, NamedColumn> {
  const index = new Map<string, NamedColumn>();
  for (const column of relation.columns) {
    const known = index.get(column.name);
    if (known === undefined || (known.column.isHidden && !column.isHidden))
      index.set(column.name, {relation, column, isAmbiguous: false});
    else if (!column.isHidden) known.isAmbiguous = true;
  }
  return index;
}

interface Bare {
  /**
   * The number of relations when the index was made. It is made anew when the `from` adds relations, or when a join's
   * alias replaces several by one.
   */
  count: number;
  last: Relation | undefined;
  found: Map<string, readonly NamedColumn[]>;
}

const bare = new WeakMap<Block, Bare>();

/** The columns with this name in all relations of a block. */
export function columnsInBlock(block: Block, name: string): readonly NamedColumn[] {
  const {relations} = block;
  const last = relations.at(-1);
  let known = bare.get(block);
  if (known === undefined || known.count !== relations.length || known.last !== last) {
    known = {count: relations.length, last, found: new Map()};
    bare.set(block, known);
  }
  let found = known.found.get(name);
  if (found === undefined) {
    found = relations.flatMap(relation => columnNamed(relation, name) ?? []);
    known.found.set(name, found);
  }
  return found;
}
