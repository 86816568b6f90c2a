import {Type} from "@sinclair/typebox";
import {parserOf, withoutReadOnly} from "../../core/validate.ts";
import {getResource} from "../../tenancy/content-kinds/kind.ts";
import {inOneTransaction} from "../../tenancy/content-kinds/one-transaction.ts";
import {describeKind} from "../descriptions/describe-kind.ts";
import {EXAMPLE_OWNED} from "../descriptions/example.ts";
import {changesParserOf} from "../descriptions/parse-arguments.ts";
import {createDashboard, DASHBOARD, updateDashboard} from "./dashboards.ts";
import {replaceLayout} from "./layout.ts";
import {DashboardEdit, DashboardInput, DashboardView, Layout} from "./schemas.ts";

const chartId = "chart_01kah5e8x4f2vbqz7n9t3m6r0c";
export const EXAMPLE_TILE = {chartId, x: 0, y: 0, w: 18, h: 8};
export const EXAMPLE_CHART = {id: chartId, name: "Flights by state", type: "bar" as const};

const example = {
  id: "dash_01kah6a2c5fw8s3d7g9j1m4p6q",
  name: "Flights",
  tiles: [{...EXAMPLE_TILE, chart: EXAMPLE_CHART}],
  filters: [{field: "origin.state", label: "State"}],
  ...EXAMPLE_OWNED,
};

const readEdit = changesParserOf(DashboardEdit, {filters: []});
const readTiles = parserOf(Layout, "body");

export const dashboard = describeKind(DASHBOARD, {
  texts: {
    kind: "Charts laid out on a grid.",
    get: 'With its tiles. A tile whose chart the caller cannot see has `"chart": null`: the dashboard was shared without that chart.',
    remove: "Deletes the dashboard, not its charts.",
  },
  view: DashboardView,
  example,
  listing: {
    description: "Dashboards you can read, newest first. get_resource gives one with its tiles.",
    columns: ["id", "name", "tiles", "updatedAt"],
    row: ({tiles, updatedAt}) => ({tiles: tiles.length, updatedAt}),
  },
  create: {
    description:
      "The dashboard is empty: `PUT …/layout` places charts on it. With `teamId` the dashboard belongs to that team. Without `teamId` it belongs to the caller.",
    body: DashboardInput,
    example: {name: "Flights"},
    answer: {...example, tiles: []},
    run: createDashboard,
  },
  change: {
    method: "PATCH",
    description:
      "Changes the name, filters or team. Keys that are left out are not changed. Needs the right to edit the dashboard; to change `teamId` the caller must own the dashboard. `tiles` can only be sent " +
      "as they were read: `PUT …/layout` changes them.",
    body: DashboardEdit,
    example: {name: "Flights in 2001"},
    answer: {...example, name: "Flights in 2001"},
    run: updateDashboard,
  },
  tool: {
    description:
      "Saves a dashboard: saved charts on a grid of 36 columns. Two side by side: x 0 w 18 and x 18 w 18; 8 to 12 rows suit a chart. Create the charts first.",
    input: Type.Object(
      {
        ...withoutReadOnly(DashboardInput).properties,
        tiles: Type.Optional(
          Type.Array(withoutReadOnly(Layout.properties.tiles.items), {
            description: "No two overlap; x + w at most 36",
          }),
        ),
      },
      {additionalProperties: false},
    ),
    create: ({db}, actor, {tiles, ...input}) =>
      inOneTransaction(db, async joined => {
        const made = await createDashboard({db: joined}, actor, input);
        return tiles ? replaceLayout({db: joined}, actor, made.id, async () => ({tiles})) : made;
      }),
  },
  edit: ({db}, actor, id, {tiles, ...changes}) =>
    inOneTransaction(db, async joined => {
      const deps = {db: joined};
      if (tiles !== undefined)
        await replaceLayout(deps, actor, id, async () => readTiles({tiles: tiles ?? []}));
      if (Object.keys(changes).length === 0 && tiles !== undefined)
        return getResource(deps, actor, DASHBOARD, id);
      return updateDashboard(deps, actor, id, async () => readEdit(changes));
    }),
});
