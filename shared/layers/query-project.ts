import type {ConnectionType} from "../connections/types.ts";
import type {BuiltRollup} from "../semantic/rollups/built.ts";
import type {QuerySource} from "../wire/query-source.ts";

/** What a query needs to know about a project. */
export interface QueryProject {
  id: string;
  orgId: string;
  name: string;
  /** The project's connection; for a query over a snapshot, the snapshot. */
  source: QuerySource;
  /** The dialect of `source`. */
  dialect: ConnectionType;
  timezone: string;
  weekStart: "monday" | "sunday";
  cacheTtlSeconds: number;
  isDefault: boolean;
  layerVersion: number;
  teamIds: readonly string[];
  /** What is built of the layer's roll-ups. */
  rollups: readonly BuiltRollup[];
}

/** An org's projects by id, oldest first. */
export type OrgProjects = ReadonlyMap<string, QueryProject>;
