/** A declared filter, as the service describes it. */
export interface OfferedFilter {
  field: string;
  label: string;
  /** null if the filter applies to no chart. */
  type: "string" | "number" | "boolean" | "date" | "timestamp" | "json" | null;
  grain?: string;
  weekStart?: "monday" | "sunday";
  /** The first month of the fiscal year, for a time in a layer that defines one. */
  fiscalStart?: number;
  /** Fields that the field can be compared with, where the page offers that. */
  others?: readonly {field: string; label: string}[];
}
