import type {EngineKind} from "./batch.ts";

/** A column of some rows in Arrow's layout, in memory of its own. Entries of nulls are zero. */
export interface Vector {
  /** Values of a fixed width, one after the other; booleans as one byte each; or the bytes of all texts. */
  data: Uint8Array<ArrayBuffer>;
  /** For a column of texts: where each text begins, and where the last one ends. */
  offsets: Int32Array | undefined;
  /**
   * The validity bitmap: one bit for each row, lowest first, set where the row has a value. Absent where no row is
   * null.
   */
  valid: Uint8Array | undefined;
}

/** Some rows, column by column, as vectors; or as the engine's own text where the engine does not have Arrow's type. */
export interface VectorBatch {
  rowCount: number;
  columns: readonly (Vector | (string | null)[])[];
  kinds: readonly EngineKind[];
  /** Whether the limit cut the result off after these rows. */
  truncated: boolean;
}
