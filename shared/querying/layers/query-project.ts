import type {QuerySource} from "../../ground/wire/query-source.ts";
import type {BuiltRollup} from "../../semantic/documents.ts";
import type {ConnectionType} from "../../tenancy/connections/types.ts";

/** The properties of a project that a query needs. */
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
  /** The roll-ups of the layer that are built. */
  rollups: readonly BuiltRollup[];
}

/** An org's projects by id, oldest first. */
export type OrgProjects = ReadonlyMap<string, QueryProject>;
