import type {Graph} from "../../../semantic/documents.ts";
import type {UntypedTable} from "./column-types.ts";
import type {ImportNote, Place} from "./notes.ts";

/** A layer that was read from other tools' files. */
export interface Imported {
  graph: Graph;
  notes: ImportNote[];
  /** The places of models, fields and joins in the files, by their JSON pointers in the graph. */
  places: Map<string, Place>;
  /** Tables with columns that are assumed to be text because their types are unknown. */
  untyped: UntypedTable[];
}
