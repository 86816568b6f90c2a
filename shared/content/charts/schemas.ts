import {type Static, Type} from "@sinclair/typebox";
import {withReadOnly} from "../../core/validate.ts";
import {ChartConfig, ChartType} from "../../core/wire/chart-config.ts";
import {Query} from "../../semantic/documents.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";

const closed = {additionalProperties: false} as const;

const projectId = Type.String({
  maxLength: 64,
  description:
    "The project of the query's model. Default: the `projectId` of the query, else the project that has the model.",
});

const Input = Type.Object(
  {
    name: ContentName,
    type: ChartType,
    query: Query,
    config: Type.Optional(ChartConfig),
    projectId: Type.Optional(projectId),
    teamId: Type.Optional(TeamId),
  },
  {...closed, $id: "ChartInput"},
);
export const ChartInput = withReadOnly(Input, READ_ONLY);
export type ChartInput = Static<typeof ChartInput>;

/** A chart that is previewed before it is saved, and may have no name yet. */
export const ChartPreview = withReadOnly(
  Type.Object({...Input.properties, name: Type.Optional(ContentName)}, {...closed, $id: "ChartPreview"}),
  READ_ONLY,
);
export type ChartPreview = Static<typeof ChartPreview>;

export const ChartEdit = withReadOnly(Type.Partial(Input, {...closed, $id: "ChartEdit"}), READ_ONLY);
export type ChartEdit = Static<typeof ChartEdit>;

export const ChartView = Type.Object(
  {
    ...contentView,
    projectId: Type.String({description: "The project of the query's model."}),
    type: ChartType,
    query: Query,
    config: ChartConfig,
  },
  {$id: "Chart"},
);
export type ChartView = Static<typeof ChartView>;
