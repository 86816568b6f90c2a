import {Type} from "@sinclair/typebox";
import {createDashboard, DASHBOARD, updateDashboard} from "../../../content/dashboards/dashboards.ts";
import {replaceLayout} from "../../../content/dashboards/layout.ts";
import {DashboardEdit, DashboardInput, Layout} from "../../../content/dashboards/schemas.ts";
import {parserOf} from "../../../ground/validate.ts";
import {getResource} from "../../../tenancy/content-kinds/kind.ts";
import {inOneTransaction} from "../one-transaction.ts";
import {changesParserOf} from "../parse-arguments.ts";
import {anyVersion} from "./change.ts";
import {closed, defineContent, withoutReadOnly} from "./kind.ts";

const readEdit = changesParserOf(DashboardEdit, {filters: []});
const readTiles = parserOf(Layout, "body");

export const dashboard = defineContent(DASHBOARD, {
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
    closed,
  ),
  create: ({db}, actor, {tiles, ...input}) =>
    inOneTransaction(db, async joined => {
      const made = await createDashboard(joined, actor, input);
      return tiles
        ? replaceLayout(
            joined,
            actor,
            made.id,
            async () => tiles,
            () => undefined,
          )
        : made;
    }),
  change: ({db}, actor, id, {tiles, ...changes}) =>
    inOneTransaction(db, async joined => {
      if (tiles !== undefined) {
        await replaceLayout(joined, actor, id, async () => readTiles({tiles: tiles ?? []}).tiles, anyVersion);
      }
      if (Object.keys(changes).length === 0 && tiles !== undefined)
        return getResource({db: joined}, actor, DASHBOARD, id);
      return updateDashboard(joined, actor, id, async () => readEdit(changes), anyVersion);
    }),
});
