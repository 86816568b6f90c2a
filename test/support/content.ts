import {CONTENT_PREFIXES, type ContentType} from "../../shared/core/content-types.ts";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import type {TestApp} from "./app.ts";

interface Place {
  ownerId: string;
  teamId?: string | null;
}

/** Adds a row of `content` to the test's organization, without the rows of its type. */
export async function addContent(
  {db, org}: TestApp,
  type: ContentType,
  {ownerId, teamId = null}: Place,
): Promise<string> {
  const id = newId(CONTENT_PREFIXES[type]);
  await sql`
    insert into content (id, org_id, type, name, owner_id, team_id)
    values (${id}, ${org.id}, ${type}, ${id}, ${ownerId}, ${teamId})`.execute(db);
  return id;
}

/** Adds a chart without any checks, whether it compiles or not. */
export async function addChart(
  app: TestApp,
  projectId: string,
  {query = {model: "orders", measures: ["orders.count"]}, ...place}: Place & {query?: object},
): Promise<string> {
  const id = await addContent(app, "chart", place);
  await sql`
    insert into charts (id, org_id, project_id, type, query)
    values (${id}, ${app.org.id}, ${projectId}, 'table', ${JSON.stringify(query)})`.execute(app.db);
  return id;
}

/** Adds a dashboard. Its tiles count as placed by the given person, with the rights of that time. */
export async function addDashboard(
  app: TestApp,
  {tiles = [], ...place}: Place & {tiles?: readonly {chartId: string; placedBy: string}[]},
): Promise<string> {
  const id = await addContent(app, "dashboard", place);
  await sql`insert into dashboards (id, org_id) values (${id}, ${app.org.id})`.execute(app.db);
  for (const [position, {chartId, placedBy}] of tiles.entries()) {
    await sql`
      insert into dashboard_tiles (org_id, dashboard_id, position, chart_id, x, y, w, h, placed_by)
      values (${app.org.id}, ${id}, ${position}, ${chartId}, 0, ${position}, 1, 1, ${placedBy})`.execute(
      app.db,
    );
  }
  return id;
}

/** Adds a live dataset over the shop's orders, which queries name by its slug. */
export async function addDataset(
  app: TestApp,
  projectId: string,
  place: Place,
): Promise<{id: string; slug: string}> {
  const id = await addContent(app, "dataset", place);
  const slug = id.replace("ds_", "set-");
  const definition = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const columns = [
    {name: "orders.status", type: "string", field: `${slug}.status`},
    {name: "orders.count", type: "number", field: `${slug}.count`},
  ];
  await sql`
    insert into datasets (id, org_id, project_id, kind, slug, definition, columns)
    values (${id}, ${app.org.id}, ${projectId}, 'live', ${slug}, ${JSON.stringify(definition)},
      ${JSON.stringify(columns)})`.execute(app.db);
  return {id, slug};
}

/** Adds a sheet of a few cells. */
export async function addSheet(app: TestApp, place: Place): Promise<string> {
  const id = await addContent(app, "sheet", place);
  const tabs = [{name: "Sheet1", cells: {A1: 20, A2: "=A1+1"}}];
  await sql`
    insert into sheets (id, org_id, tabs) values (${id}, ${app.org.id}, ${JSON.stringify(tabs)})`.execute(
    app.db,
  );
  return id;
}

interface Share {
  teamId?: string;
  userId?: string;
  permission?: "view" | "edit";
  cascade?: "view" | "edit" | null;
}

/** Adds a grant like `POST /api/grants`. */
export async function addGrant(
  {db, org}: TestApp,
  contentId: string,
  {teamId, userId, permission = "view", cascade = null}: Share,
): Promise<string> {
  const id = newId("grant");
  await sql`
    insert into grants (id, org_id, content_id, grantee_team_id, grantee_user_id, permission,
      cascade_charts_permission)
    values (${id}, ${org.id}, ${contentId}, ${teamId ?? null}, ${userId ?? null}, ${permission}, ${cascade})`.execute(
    db,
  );
  return id;
}

/** The fields that a list adds to an item, for an item that nobody has starred or viewed. */
export const UNSEEN = {starred: false, viewCount: 0, lastViewedAt: null};
