/** A declared filter, as the service describes it. */
export interface OfferedFilter {
  field: string;
  label: string;
  /** null if no chart takes it. */
  type: "string" | "number" | "boolean" | "date" | "timestamp" | "json" | null;
  grain?: string;
  weekStart?: "monday" | "sunday";
  /** The month that fiscal years begin with, of a time in a layer that has them. */
  fiscalStart?: number;
}
