import type {ComponentChildren} from "preact";
import {type Column, ListTable, usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {orgPath} from "./data.ts";

interface OrgListProps<T> {
  /** The list's path below the organization's. */
  of: string;
  label: string;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  empty: ComponentChildren;
  /** The list is loaded anew when this changes. */
  turn?: number;
  /** Leaves rows out. */
  isShown?: (row: T) => boolean;
}

/** A list of the caller's organization. */
export function OrgList<T>({turn = 0, ...props}: OrgListProps<T>) {
  const path = useLoad(orgPath, []);
  return <Load from={path}>{base => <Rows key={turn} base={base} {...props} />}</Load>;
}

function Rows<T>({base, of, isShown, ...table}: OrgListProps<T> & {base: string}) {
  const list = usePages<T>(`${base}/${of}?limit=100`);
  const rows = isShown ? list.rows?.filter(isShown) : list.rows;
  return <ListTable list={{...list, rows}} {...table} />;
}
