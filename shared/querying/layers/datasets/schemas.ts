import {type Static, Type} from "@sinclair/typebox";
import {DimensionType, Query} from "../../../semantic/documents.ts";
import {ContentName, contentView, TeamId} from "../../../tenancy/content-kinds/schemas.ts";

const closed = {additionalProperties: false} as const;

const DatasetKind = Type.Union([Type.Literal("live"), Type.Literal("snapshot")], {
  $id: "DatasetKind",
  description: "`live`: a query that runs anew each time. `snapshot`: fixed rows.",
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
          "Required for `live`: a query without `limit`, `orderBy`, `totals`, `subtotals`, `fillGaps` and filters on measures. Its filters " +
          "always apply. Its `dimensions` and `measures` are the fields of the dataset; without any, all fields of its model are.",
      }),
    ),
    snapshotCsv: Type.Optional(
      Type.String({
        minLength: 1,
        description: "For `snapshot`: its rows as CSV, at most 100 MB. The first line names the columns.",
      }),
    ),
    query: Type.Optional(
      Type.Composite([Query], {
        ...closed,
        $id: "SnapshotQuery",
        description: "For `snapshot`, in place of `snapshotCsv`: the query whose result is stored.",
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
    name: Type.String({description: "The name in the definition, or in the first line of the snapshot."}),
    type: DimensionType,
    integer: Type.Optional(
      Type.Boolean({description: "For a number in a snapshot: whether all values are whole."}),
    ),
    field: Type.String({description: "The name of the field in queries over the dataset."}),
  },
  {$id: "DatasetColumn"},
);
export type DatasetColumn = Static<typeof DatasetColumn>;

export const DatasetView = Type.Object(
  {
    id: contentView.id,
    projectId: Type.String({description: "The project of the dataset's model, or of the snapshot."}),
    name: contentView.name,
    kind: DatasetKind,
    slug: Type.String({description: "The `model` of queries over the dataset."}),
    definition: Type.Optional(Query),
    columns: Type.Array(DatasetColumn, {
      description: "Empty for a live dataset that lists no fields: it then has all fields of its model.",
    }),
    rowCount: Type.Optional(Type.Integer({description: "Only of a snapshot."})),
    sizeBytes: Type.Optional(Type.Integer({description: "Only of a snapshot: the size of its stored file."})),
    teamId: TeamId,
    ownerId: contentView.ownerId,
    createdAt: contentView.createdAt,
  },
  {$id: "Dataset"},
);
export interface DatasetView extends Omit<Static<typeof DatasetView>, "definition"> {
  definition?: Query;
}

const Warning = Type.Object(
  {
    code: Type.String({description: "A stable name of the remark."}),
    message: Type.String({description: "The remark, in a sentence."}),
  },
  {$id: "DatasetWarning"},
);
export type DatasetWarning = Static<typeof Warning>;

export const CreatedDataset = Type.Object(
  {
    ...DatasetView.properties,
    warnings: Type.Optional(
      Type.Array(Warning, {
        description:
          "For a snapshot of a query: remarks on its rows, such as that they are the rows that the author gets.",
      }),
    ),
  },
  {$id: "CreatedDataset"},
);
export interface CreatedDataset extends DatasetView {
  warnings?: DatasetWarning[];
}

const Named = Type.Object(
  {
    id: Type.String({description: "The id of the content."}),
    name: Type.String({description: "The name of the content."}),
  },
  {$id: "ContentReference"},
);
export const DatasetUsage = Type.Object(
  {
    charts: Type.Array(Named, {description: "Charts whose query names it, newest first."}),
    dashboards: Type.Array(Named, {description: "Dashboards that show one of these charts, newest first."}),
    sheets: Type.Array(Named, {description: "Sheets whose queries name it."}),
    actions: Type.Array(Named, {
      description: "Actions whose threshold queries it, or that make snapshots of it.",
    }),
    schedules: Type.Array(Named, {description: "Schedules that send it, or whose condition queries it."}),
    agents: Type.Array(Named, {description: "Agents that may read it (`grounding`)."}),
    hidden: Type.Integer({description: "How many more use it that the caller cannot see."}),
  },
  {$id: "DatasetUsage"},
);
export type DatasetUsage = Static<typeof DatasetUsage>;
