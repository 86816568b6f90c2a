import {type Static, Type} from "@sinclair/typebox";
import {DimensionType, Query} from "../../../semantic/documents.ts";
import {ContentName, contentView, TeamId} from "../../../tenancy/content-kinds/schemas.ts";

const closed = {additionalProperties: false} as const;

const DatasetKind = Type.Union([Type.Literal("live"), Type.Literal("snapshot")], {
  $id: "DatasetKind",
  description: "live: asked anew with every query. snapshot: its rows stay as they were.",
});

export const DatasetInput = Type.Object(
  {
    name: ContentName,
    kind: DatasetKind,
    definition: Type.Optional(
      Type.Composite([Query], {
        ...closed,
        $id: "DatasetDefinition",
        description:
          "Of a live one: a query without `limit`, `orderBy`, `totals`, `subtotals`, `fillGaps` and filters on measures. Its filters " +
          "always apply. With `dimensions` or `measures` these are what is offered, else what its model offers.",
      }),
    ),
    snapshotCsv: Type.Optional(
      Type.String({
        minLength: 1,
        description: "Of a snapshot: its rows as CSV, the first line naming the columns.",
      }),
    ),
    query: Type.Optional(
      Type.Composite([Query], {
        ...closed,
        $id: "SnapshotQuery",
        description: "Of a snapshot, in place of CSV: what its rows are taken from.",
      }),
    ),
    teamId: Type.Optional(TeamId),
  },
  {...closed, $id: "DatasetInput"},
);
export interface DatasetInput extends Omit<Static<typeof DatasetInput>, "definition" | "query"> {
  definition?: Query;
  query?: Query;
}

export const DatasetColumn = Type.Object(
  {
    name: Type.String({description: "As the definition lists it, or as the snapshot's first line names it."}),
    type: DimensionType,
    integer: Type.Optional(Type.Boolean({description: "Of a number in a snapshot: all of them are whole."})),
    field: Type.String({description: "What a query over the dataset calls it."}),
  },
  {$id: "DatasetColumn"},
);
export type DatasetColumn = Static<typeof DatasetColumn>;

export const DatasetView = Type.Object(
  {
    id: contentView.id,
    projectId: Type.String(),
    name: contentView.name,
    kind: DatasetKind,
    slug: Type.String({description: "What queries name as their `model`."}),
    definition: Type.Optional(Query),
    columns: Type.Array(DatasetColumn, {
      description: "None where a live dataset lists no fields: then it offers what its model does.",
    }),
    rowCount: Type.Optional(Type.Integer({description: "Of a snapshot."})),
    sizeBytes: Type.Optional(Type.Integer({description: "Of a snapshot's file."})),
    teamId: TeamId,
    ownerId: contentView.ownerId,
    createdAt: contentView.createdAt,
  },
  {$id: "Dataset"},
);
export interface DatasetView extends Omit<Static<typeof DatasetView>, "definition"> {
  definition?: Query;
}

const Warning = Type.Object({code: Type.String(), message: Type.String()}, {$id: "DatasetWarning"});
export type DatasetWarning = Static<typeof Warning>;

export const CreatedDataset = Type.Object(
  {
    ...DatasetView.properties,
    warnings: Type.Optional(Type.Array(Warning, {description: "What to know of a frozen query's rows."})),
  },
  {$id: "CreatedDataset"},
);
export interface CreatedDataset extends DatasetView {
  warnings?: DatasetWarning[];
}

const Named = Type.Object({id: Type.String(), name: Type.String()}, {$id: "ContentReference"});
export const DatasetUsage = Type.Object(
  {
    charts: Type.Array(Named, {description: "Whose queries name it, newest first."}),
    dashboards: Type.Array(Named, {description: "That show one of them, newest first."}),
    sheets: Type.Array(Named, {description: "Whose queries name it."}),
    actions: Type.Array(Named, {description: "Whose threshold asks it, or that freeze a query over it."}),
    schedules: Type.Array(Named, {description: "That send it, or whose condition asks it."}),
    agents: Type.Array(Named, {description: "That are grounded on it."}),
    hidden: Type.Integer({description: "How many more there are that the caller cannot see."}),
  },
  {$id: "DatasetUsage"},
);
export type DatasetUsage = Static<typeof DatasetUsage>;
