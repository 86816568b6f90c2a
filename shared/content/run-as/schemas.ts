import {type Static, Type} from "@sinclair/typebox";

/**
 * A snapshot of the charts, tiles and sheets that a principal knew at the last save of content that runs with the
 * principal's rights. It is stored in the columns `accepted`. Each entry has a value that changes with every later
 * edit, so that nothing depends on comparing two clocks, or on which of two transactions committed first:
 *
 * - `chart_…`: a hash of the chart's query, and `chart_… since`: when the query was saved
 * - `dash_… chart_…`: when the chart was put on the dashboard, once for each of its tiles; `dash_…` says that the
 * snapshot has the dashboard's tiles
 * - `sheet_…`: a hash of the sheet's cells, and `sheet_… since`: when the cells were saved
 *
 * Snapshots from earlier versions of the service have only hashes, and for a dashboard the hashes of its charts.
 */
export const Accepted = Type.Record(Type.String(), Type.String());
export type Accepted = Static<typeof Accepted>;
