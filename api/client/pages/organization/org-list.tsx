import type {ComponentChildren} from "preact";
import {type Column, ListTable, usePages} from "../../parts/list-table.tsx";
import {orgPath} from "./data.ts";

interface OrgListProps<T> {
  /** The list's path below the organization's. */
  of: string;
  label: string;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  empty: ComponentChildren;
  /** Shown below the rows, if there are any. */
  below?: ComponentChildren;
  /** The list is loaded anew when this changes. */
  turn?: number;
  /** Leaves out the rows for which this is false. */
  isShown?: (row: T) => boolean;
}

/** A list of the caller's organization. */
export function OrgList<T>({turn = 0, ...props}: OrgListProps<T>) {
  return <Rows key={turn} {...props} />;
}

function Rows<T>({of, isShown, below, ...table}: OrgListProps<T>) {
  const list = usePages<T>(`${orgPath()}/${of}?limit=100`);
  const rows = isShown ? list.rows?.filter(isShown) : list.rows;
  return (
    <>
      <ListTable list={{...list, rows}} {...table} />
      {rows && (rows.length > 0 || list.hasMore) && below}
    </>
  );
}
