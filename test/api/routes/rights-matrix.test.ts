import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import type {TestOrg} from "../../support/app.ts";
import {addChart, addDashboard, addDataset, addGrant, addSheet} from "../../support/content.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

/**
 * Every caller with every action. `use` is every way to read it: get, run, draw, query; `change` is patching it and laying it
 * out; `grants` lists the grants on it, `share` creates one, `revoke` removes one.
 */
const TABLE = `
caller                                    | list | use | change | grants | share | revoke | delete
owner                                     | yes  | 200 | 200    | 200    | 201   | 204    | 204
owner with a read-only token              | yes  | 200 | 403    | 200    | 403   | 403    | 403
owner with a token without manage         | yes  | 200 | 200    | 200    | 201   | 403    | 403
owner with a token that may only manage   | 403  | 403 | 403    | 403    | 403   | 204    | 204
owner on a viewer's seat                  | yes  | 200 | 403    | 200    | 403   | 403    | 403
other member                              | no   | 404 | 404    | 404    | 404   | 404    | 404
other member with a read-only token       | no   | 404 | 403    | 404    | 403   | 403    | 403
team lead                                 | yes  | 200 | 200    | 200    | 201   | 204    | 204
team member                               | yes  | 200 | 200    | 200    | 403   | 403    | 204
team member who made it                   | yes  | 200 | 200    | 200    | 403   | 403    | 204
who made it and left the team             | no   | 404 | 404    | 404    | 404   | 404    | 404
lead of another team                      | no   | 404 | 404    | 404    | 404   | 404    | 404
person with a view grant                  | yes  | 200 | 403    | 200    | 403   | 403    | 403
person with an edit grant                 | yes  | 200 | 200    | 200    | 403   | 403    | 403
member of a team with a view grant        | yes  | 200 | 403    | 200    | 403   | 403    | 403
member of a team with an edit grant       | yes  | 200 | 200    | 200    | 403   | 403    | 403
lead of a team with an edit grant         | yes  | 200 | 200    | 200    | 403   | 403    | 403
person with view, and a team with edit    | yes  | 200 | 200    | 200    | 403   | 403    | 403
viewer's seat with a view grant           | yes  | 200 | 403    | 200    | 403   | 403    | 403
viewer's seat with an edit grant          | yes  | 200 | 403    | 200    | 403   | 403    | 403
person with a revoked grant               | no   | 404 | 404    | 404    | 404   | 404    | 404
who left a team with an edit grant        | no   | 404 | 404    | 404    | 404   | 404    | 404
org-admin                                 | yes  | 200 | 200    | 200    | 201   | 204    | 204
org-admin, a person without manage        | yes  | 200 | 200    | 200    | 201   | 403    | 403
org-admin with a read-only token          | yes  | 200 | 403    | 200    | 403   | 403    | 403
org-admin of another organization         | no   | 404 | 404    | 404    | 404   | 404    | 404
member of another organization            | no   | 404 | 404    | 404    | 404   | 404    | 404
a token that has expired                  | 401  | 401 | 401    | 401    | 401   | 401    | 401
no token                                  | 401  | 401 | 401    | 401    | 401   | 401    | 401
`;

/** For charts only: by a grant on a dashboard that shows them. */
const CASCADES = `
caller                                    | list | use | change | grants | share | revoke | delete
cascade to view                           | yes  | 200 | 403    | 200    | 403   | 403    | 403
cascade to edit                           | yes  | 200 | 200    | 200    | 403   | 403    | 403
cascade to edit, through a team           | yes  | 200 | 200    | 200    | 403   | 403    | 403
cascade to edit, placer may view          | yes  | 200 | 403    | 200    | 403   | 403    | 403
cascade to edit, placer may not see it    | no   | 404 | 404    | 404    | 404   | 404    | 404
cascade to edit, placer has a cascade     | no   | 404 | 404    | 404    | 404   | 404    | 404
cascade to edit on a viewer's seat        | yes  | 200 | 403    | 200    | 403   | 403    | 403
edit on the dashboard, no cascade         | no   | 404 | 404    | 404    | 404   | 404    | 404
`;

type Type = "chart" | "dashboard" | "dataset" | "sheet";
interface Person {
  id: string;
  token: string;
}
interface Place {
  ownerId: string;
  teamId?: string;
}
/** A piece of content, with the calls that its type has in addition to those of all types: `use` and `change`. */
interface Made {
  id: string;
  use: readonly Call[];
  change: readonly Call[];
}
type Call = [method: string, path: string, body?: object];

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let elsewhere: TestOrg;
let owner: Person;
let bystander: Person;
let team: string;
let lead: Person;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  elsewhere = await t.addOrg("Elsewhere");
  [owner, bystander] = [await addPerson(t), await addPerson(t)];
  team = await addTeam(t, "owning");
  lead = await addPerson(t, {teams: [{id: team, role: "lead"}]});
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** Each list is shorter than a page, so that it is read completely. */
const LISTS = {
  chart: "/api/charts",
  dashboard: "/api/dashboards",
  dataset: "/api/datasets",
  sheet: "/api/sheets",
} as const;

const MAKE: Record<Type, (place: Place) => Promise<Made>> = {
  chart: async place => {
    const id = await addChart(t, shops.duckdb.projectId, place);
    const path = `/api/charts/${id}`;
    return {
      id,
      use: [
        ["GET", path],
        ["GET", `${path}/data`],
        ["GET", `${path}/image.png`],
        ["GET", `${path}/vega-lite`],
      ],
      change: [["PATCH", path, {name: "Renamed"}]],
    };
  },
  dashboard: async place => {
    const id = await addDashboard(t, place);
    const path = `/api/dashboards/${id}`;
    return {
      id,
      use: [
        ["GET", path],
        ["POST", `${path}/data`, {}],
        ["GET", `${path}/image.png`],
      ],
      change: [
        ["PATCH", path, {name: "Renamed"}],
        ["PUT", `${path}/layout`, {tiles: []}],
      ],
    };
  },
  dataset: async place => {
    const {id, slug} = await addDataset(t, shops.duckdb.projectId, place);
    const path = `/api/datasets/${id}`;
    return {
      id,
      use: [
        ["GET", path],
        ["GET", `${path}/usage`],
        ["POST", "/api/query", {model: slug, measures: ["orders.count"]}],
      ],
      // A dataset never changes.
      change: [],
    };
  },
  sheet: async place => {
    const id = await addSheet(t, place);
    const path = `/api/sheets/${id}`;
    return {
      id,
      use: [
        ["GET", path],
        ["POST", `${path}/calculate`, {}],
        ["GET", `${path}/export.xlsx`],
      ],
      change: [["PUT", path, {name: "Renamed"}]],
    };
  },
};

interface Traits {
  teams?: {id: string; role: "lead" | "member"}[];
  scopes?: string[];
  seat?: "viewer";
}

async function person({teams = [], scopes, seat}: Traits = {}): Promise<Person> {
  const one = await addPerson(t, {teams});
  await become(one, scopes, seat);
  return one;
}

async function become(
  {id}: {id: string},
  scopes = ["read", "write", "manage"],
  seat = "editor",
): Promise<void> {
  await sql`update principals set scopes = ${scopes}, seat = ${seat} where org_id = ${t.org.id} and id = ${id}`.execute(
    t.db,
  );
}

/** Content of the caller as another person, who owns it. */
async function owning(type: Type, traits: Traits = {}, teamId?: string) {
  const me = await person(traits);
  return {token: me.token, me, made: await MAKE[type]({ownerId: me.id, ...(teamId ? {teamId} : {})})};
}

/** Content of the owner, or of the owner's team. */
async function others(type: Type, token: string | null, teamId?: string) {
  return {token, made: await MAKE[type]({ownerId: owner.id, ...(teamId ? {teamId} : {})})};
}

async function granted(type: Type, permission: "view" | "edit", traits: Traits = {}) {
  const me = await person(traits);
  const {made} = await others(type, null);
  await addGrant(t, made.id, {userId: me.id, permission});
  return {token: me.token, me, made};
}

async function grantedTeam(type: Type, permission: "view" | "edit", role: "lead" | "member" = "member") {
  const teamId = await addTeam(t, crypto.randomUUID());
  const me = await person({teams: [{id: teamId, role}]});
  const {made} = await others(type, null);
  await addGrant(t, made.id, {teamId, permission});
  return {token: me.token, me, made, teamId};
}

async function leave(teamId: string, {id, token}: Person): Promise<void> {
  // The token is cached in the process now.
  expect((await t.call("GET", "/api/whoami", {token})).body.teams).toHaveLength(1);
  const path = `/api/orgs/${t.org.id}/teams/${teamId}/members/${id}`;
  expect((await t.call("DELETE", path)).status).toBe(204);
}

type Scene = {token: string | null; made: Made};

const CALLERS: Record<string, (type: Type) => Promise<Scene>> = {
  owner: type => owning(type),
  "owner with a read-only token": type => owning(type, {scopes: ["read"]}),
  "owner with a token without manage": type => owning(type, {scopes: ["read", "write"]}),
  "owner with a token that may only manage": type => owning(type, {scopes: ["manage"]}),
  "owner on a viewer's seat": type => owning(type, {seat: "viewer"}),
  "other member": async type => others(type, (await person()).token),
  "other member with a read-only token": async type => others(type, (await person({scopes: ["read"]})).token),
  "team lead": type => others(type, lead.token, team),
  "team member": async type =>
    others(type, (await person({teams: [{id: team, role: "member"}]})).token, team),
  "team member who made it": type => owning(type, {teams: [{id: team, role: "member"}]}, team),
  "who made it and left the team": async type => {
    const scene = await owning(type, {teams: [{id: team, role: "member"}]}, team);
    await leave(team, scene.me);
    return scene;
  },
  "lead of another team": async type => {
    const other = await addTeam(t, crypto.randomUUID());
    return others(type, (await person({teams: [{id: other, role: "lead"}]})).token, team);
  },
  "person with a view grant": type => granted(type, "view"),
  "person with an edit grant": type => granted(type, "edit"),
  "member of a team with a view grant": type => grantedTeam(type, "view"),
  "member of a team with an edit grant": type => grantedTeam(type, "edit"),
  "lead of a team with an edit grant": type => grantedTeam(type, "edit", "lead"),
  "person with view, and a team with edit": async type => {
    const scene = await grantedTeam(type, "edit");
    await addGrant(t, scene.made.id, {userId: scene.me.id, permission: "view"});
    return scene;
  },
  "viewer's seat with a view grant": type => granted(type, "view", {seat: "viewer"}),
  "viewer's seat with an edit grant": type => granted(type, "edit", {seat: "viewer"}),
  "person with a revoked grant": async type => {
    const scene = await granted(type, "edit");
    const query = `resourceType=${type}&resourceId=${scene.made.id}`;
    const [grant] = (await t.call("GET", `/api/grants?${query}`, {token: scene.token})).body;
    const revoked = await t.call("DELETE", `/api/grants/${grant.id}?${query}`, {token: owner.token});
    expect(revoked.status).toBe(204);
    return scene;
  },
  "who left a team with an edit grant": async type => {
    const scene = await grantedTeam(type, "edit");
    await leave(scene.teamId, scene.me);
    return scene;
  },
  "org-admin": type => others(type, t.org.admin.token),
  "org-admin, a person without manage": type => others(type, t.org.adminUser.token),
  "org-admin with a read-only token": type => others(type, t.org.adminReader.token),
  "org-admin of another organization": type => others(type, elsewhere.admin.token),
  "member of another organization": type => others(type, elsewhere.member.token),
  "a token that has expired": async type =>
    others(type, await t.addToken(owner.id, new Date(Date.now() - 1000))),
  "no token": type => others(type, null),
};

interface Cascade extends Traits {
  cascade: "view" | "edit" | null;
  /** What the placer may do with the chart by a grant; `nothing`: not even see it. By default the placer is its owner. */
  placer?: "view" | "nothing" | "cascade";
  teamId?: string;
}

/** The owner's chart on a dashboard that is shared with the caller. */
async function cascading({cascade, placer, teamId, ...traits}: Cascade): Promise<Scene> {
  const me = await person(teamId ? {...traits, teams: [{id: teamId, role: "member"}]} : traits);
  const {made} = await others("chart", null);
  const placedBy = placer ? (await person()).id : owner.id;
  if (placer === "view") await addGrant(t, made.id, {userId: placedBy, permission: "view"});
  if (placer === "cascade") {
    const theirs = await addDashboard(t, {
      ownerId: owner.id,
      tiles: [{chartId: made.id, placedBy: owner.id}],
    });
    await addGrant(t, theirs, {userId: placedBy, permission: "edit", cascade: "edit"});
  }
  const dashboard = await addDashboard(t, {ownerId: placedBy, tiles: [{chartId: made.id, placedBy}]});
  const grantee = teamId ? {teamId} : {userId: me.id};
  await addGrant(t, dashboard, {...grantee, permission: cascade === null ? "edit" : "view", cascade});
  return {token: me.token, made};
}

const CASCADING: Record<string, () => Promise<Scene>> = {
  "cascade to view": () => cascading({cascade: "view"}),
  "cascade to edit": () => cascading({cascade: "edit"}),
  "cascade to edit, through a team": async () =>
    cascading({cascade: "edit", teamId: await addTeam(t, crypto.randomUUID())}),
  "cascade to edit, placer may view": () => cascading({cascade: "edit", placer: "view"}),
  "cascade to edit, placer may not see it": () => cascading({cascade: "edit", placer: "nothing"}),
  "cascade to edit, placer has a cascade": () => cascading({cascade: "edit", placer: "cascade"}),
  "cascade to edit on a viewer's seat": () => cascading({cascade: "edit", seat: "viewer"}),
  "edit on the dashboard, no cascade": () => cascading({cascade: null}),
};

type Expected = Record<"list" | "use" | "change" | "grants" | "share" | "revoke" | "delete", string>;

function rowsOf(table: string): [caller: string, expected: Expected][] {
  const [head = [], ...rows] = table
    .trim()
    .split("\n")
    .map(line => line.split("|").map(cell => cell.trim()));
  return rows.map(([caller = "", ...cells]) => {
    const cellOf = (name: keyof Expected) => cells[head.indexOf(name) - 1] ?? "";
    return [
      caller,
      {
        list: cellOf("list"),
        use: cellOf("use"),
        change: cellOf("change"),
        grants: cellOf("grants"),
        share: cellOf("share"),
        revoke: cellOf("revoke"),
        delete: cellOf("delete"),
      },
    ];
  });
}

/** Makes all calls, the deletion last, and compares the statuses with the expected ones. */
async function play(type: Type, {token, made}: Scene, expected: Expected): Promise<void> {
  const grant = await addGrant(t, made.id, {userId: bystander.id});
  const found: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  const call = async (wantedStatus: string, method: string, path: string, body?: object) => {
    const name = `${method} ${path.replace(made.id, "{id}").replace(grant, "{grant}")}`;
    const answer = await t.call(method, path, {token, ...(body ? {body} : {})});
    found[name] = String(answer.status);
    wanted[name] = wantedStatus;
    return answer;
  };
  const list = await t.call("GET", `${LISTS[type]}?limit=500`, {token});
  const holds = list.status === 200 && list.body.some((one: {id: string}) => one.id === made.id);
  found["list"] = list.status === 200 ? (holds ? "yes" : "no") : String(list.status);
  wanted["list"] = expected.list;
  for (const [method, path, body] of made.use) {
    // A dataset that the caller cannot see is an unknown model in a query.
    const isQuery = path === "/api/query";
    await call(isQuery && expected.use === "404" ? "422" : expected.use, method, path, body);
  }
  for (const [method, path, body] of made.change) await call(expected.change, method, path, body);
  const resource = {resourceType: type, resourceId: made.id};
  const query = new URLSearchParams(resource).toString();
  await call(expected.grants, "GET", `/api/grants?${query}`);
  await call(expected.share, "POST", "/api/grants", {
    ...resource,
    granteeUserId: t.org.reader.id,
    permission: "view",
  });
  await call(expected.revoke, "DELETE", `/api/grants/${grant}?${query}`);
  await call(expected.delete, "DELETE", `${LISTS[type]}/${made.id}`);
  expect(found).toEqual(wanted);
  const {rows} = await sql`select from content where org_id = ${t.org.id} and id = ${made.id}`.execute(t.db);
  expect(rows).toHaveLength(expected.delete === "204" ? 0 : 1);
}

describe.each(["chart", "dashboard", "dataset", "sheet"] as const)("a %s", type => {
  test.each(rowsOf(TABLE))("%s", async (caller, expected) => {
    const scene = await CALLERS[caller]?.(type);
    if (!scene) throw new Error(`The table names "${caller}", whom nobody makes`);
    await t.web.notices.caughtUp();
    await play(type, scene, expected);
  });
});

describe("a chart by its dashboard", () => {
  test.each(rowsOf(CASCADES))("%s", async (caller, expected) => {
    const scene = await CASCADING[caller]?.();
    if (!scene) throw new Error(`The table names "${caller}", whom nobody makes`);
    await play("chart", scene, expected);
  });
});

test("the tables list every kind of caller", () => {
  expect(rowsOf(TABLE).map(([caller]) => caller)).toEqual(Object.keys(CALLERS));
  expect(rowsOf(CASCADES).map(([caller]) => caller)).toEqual(Object.keys(CASCADING));
});
