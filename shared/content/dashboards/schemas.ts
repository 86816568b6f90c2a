import {type Static, Type} from "@sinclair/typebox";
import {withReadOnly} from "../../core/validate.ts";
import {ChartType} from "../../core/wire/chart-config.ts";
import {Filter} from "../../semantic/documents.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";
import {COLUMNS, MAX_TILE_ROWS, MAX_TILES} from "./check-layout.ts";

const closed = {additionalProperties: false} as const;

const position = {
  x: Type.Integer({description: `The leftmost column, from 0 to ${COLUMNS - 1}`}),
  y: Type.Integer({description: "The topmost row, from 0"}),
  w: Type.Integer({description: `Columns, from 1 to ${COLUMNS} − x`}),
  h: Type.Integer({description: `Rows, from 1 to ${MAX_TILE_ROWS}`}),
};

export const TileInput = withReadOnly(
  Type.Object(
    {chartId: Type.String({minLength: 1, maxLength: 64, apiDescription: "The id of the chart"}), ...position},
    {...closed, $id: "TileInput"},
  ),
  ["chart"],
);
export type TileInput = Static<typeof TileInput>;

/** The rules of the grid are not in the schema: `checkLayout` says which tile breaks which rule. */
const Tiles = Type.Array(TileInput, {
  description: `At most ${MAX_TILES}, on a grid of ${COLUMNS} columns; no two overlap`,
});

export const Layout = Type.Object({tiles: Tiles}, {...closed, $id: "DashboardLayout"});

export const DashboardFilter = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "A qualified name, by which tiles can be filtered.",
    }),
    label: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: "\\S",
        description: "Must not be blank. Default: the field's label.",
      }),
    ),
  },
  {...closed, $id: "DashboardFilter"},
);
export type DashboardFilter = Static<typeof DashboardFilter>;

const DashboardFilters = Type.Array(DashboardFilter, {
  maxItems: 20,
  description:
    "The fields by which readers can filter. An embedded dashboard takes filters on no other fields.",
});

const own = {
  name: ContentName,
  filters: Type.Optional(DashboardFilters),
  teamId: Type.Optional(TeamId),
};

export const DashboardInput = withReadOnly(Type.Object(own, {...closed, $id: "DashboardInput"}), READ_ONLY);
export type DashboardInput = Static<typeof DashboardInput>;

export const DashboardEdit = withReadOnly(
  Type.Object(
    {
      name: Type.Optional(ContentName),
      filters: Type.Optional(DashboardFilters),
      teamId: Type.Optional(TeamId),
      tiles: Type.Optional(
        Type.Array(TileInput, {description: "The current tiles, unchanged. `PUT …/layout` replaces them"}),
      ),
    },
    {...closed, $id: "DashboardEdit"},
  ),
  READ_ONLY,
);
export type DashboardEdit = Static<typeof DashboardEdit>;

/** The properties of a chart that everyone who sees the chart may read. */
export const ChartSummary = Type.Union(
  [
    Type.Object({
      id: Type.String({description: "The id of the chart."}),
      name: Type.String({description: "The name of the chart."}),
      type: ChartType,
    }),
    Type.Null(),
  ],
  {$id: "ChartSummary", description: "null: the caller cannot see the chart"},
);

const TileView = Type.Object(
  {chartId: Type.String({description: "The id of the chart."}), ...position, chart: ChartSummary},
  {$id: "Tile"},
);
export type TileView = Static<typeof TileView>;

export const DashboardView = Type.Object(
  {
    ...contentView,
    tiles: Type.Array(TileView, {description: "The charts on the grid"}),
    filters: DashboardFilters,
  },
  {$id: "Dashboard"},
);
export type DashboardView = Static<typeof DashboardView>;

const MAX_FILTERS = 50;

/** Filters for every tile, combined with the filters of its chart by AND. */
export const DataRequest = Type.Object(
  {
    filters: Type.Optional(
      Type.Array(Filter, {
        maxItems: MAX_FILTERS,
        description: "Conditions on dimensions or measures, added to the conditions of each chart",
      }),
    ),
  },
  {...closed, $id: "DataRequest"},
);

/** The outcome of one filter of the request in one tile. */
export const FilterReport = Type.Object(
  {
    index: Type.Integer({description: "The index of the filter in the request, from 0"}),
    fields: Type.Array(Type.String(), {description: "The fields that the filter names"}),
    applied: Type.Boolean({description: "Whether the tile applies the filter."}),
    reason: Type.Optional(Type.String({description: "The reason why the tile cannot apply the filter"})),
  },
  {$id: "FilterReport"},
);
export type FilterReport = Static<typeof FilterReport>;
