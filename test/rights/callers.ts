import {publish} from "../../shared/core/change-notices.ts";
import {ALL_CONTENT_TYPES, type ContentType} from "../../shared/core/content-types.ts";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {addGrant} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {addOAuth, become, type World} from "./world.ts";

type Scope = "read" | "write" | "manage";

/** A caller, with the rights that the contract gives it in the world. */
export interface Caller {
  name: string;
  token: string | null;
  /** Whether the token is a valid one for the API. */
  isValid: boolean;
  isElsewhere: boolean;
  isEmbed: boolean;
  scopes: readonly Scope[];
  seat: "editor" | "viewer";
  role: "admin" | "member";
  isService: boolean;
  /** The rights on each kind of content: 1 view, 2 edit, 3 own, 4 share, or none. */
  levels: Partial<Record<ContentType, number>>;
  seesProject: boolean;
  team: "lead" | "member" | undefined;
  ownsRun: boolean;
}

const ALL: readonly Scope[] = ["read", "write", "manage"];
/** Levels of granted content. Schedules, actions and agents belong to an owner or a team, and take no grants. */
const granted = (level: number) => ({chart: level, dashboard: level, sheet: level, dataset: level});
const every = (level: number) => Object.fromEntries(ALL_CONTENT_TYPES.map(type => [type, level]));

const stranger: Omit<Caller, "name" | "token"> = {
  isValid: true,
  isElsewhere: false,
  isEmbed: false,
  scopes: ALL,
  seat: "editor",
  role: "member",
  isService: true,
  levels: {},
  seesProject: false,
  team: undefined,
  ownsRun: false,
};
const invalid = {...stranger, isValid: false};

/** Creates all callers of the matrix. */
export async function makeCallers(world: World): Promise<Caller[]> {
  const {t, insiders, ids, owner} = world;
  const other = await t.addOrg("Elsewhere");
  const {org} = t;
  const person = async (
    traits: Parameters<typeof addPerson>[1],
    scopes: readonly Scope[] = ALL,
    seat = "editor",
  ) => {
    const one = await addPerson(t, traits);
    await become(t, one.id, scopes, seat);
    return one;
  };
  const ended = await addPerson(t);
  const revoked = await addPerson(t);
  await t.call("GET", "/api/whoami", {token: revoked.token});
  await sql`delete from tokens where principal_id = ${revoked.id}`.execute(t.db);
  await publish(t.db, {kind: "principal", id: revoked.id});
  const embed = await t.call("POST", `/api/orgs/${org.id}/embed-tokens`, {
    body: {resourceType: "dashboard", resourceId: ids["dashboardId"]},
  });
  const callers: Caller[] = [
    {...invalid, name: "nobody", token: null},
    {...invalid, name: "an unknown token", token: `svc_pat_${"x".repeat(43)}`},
    {...invalid, name: "an expired token", token: await t.addToken(ended.id, new Date(Date.now() - 1000))},
    {...invalid, name: "a revoked token", token: revoked.token},
    {...invalid, name: "an embed token", token: embed.body.token, isEmbed: true},
    {
      ...stranger,
      name: "another organization's admin",
      token: other.admin.token,
      isElsewhere: true,
      role: "admin",
    },
    {...stranger, name: "another organization's member", token: other.member.token, isElsewhere: true},
    {...stranger, name: "a member without a team", token: (await person({})).token},
    {...stranger, name: "a viewer's seat", token: (await person({}, ALL, "viewer")).token, seat: "viewer"},
    {...stranger, name: "the owner", token: owner.token, levels: every(4), ownsRun: true},
    {
      ...stranger,
      name: "a member of the project's team",
      token: (await person({teams: [{id: insiders, role: "member"}]})).token,
      seesProject: true,
      team: "member",
    },
    {
      ...stranger,
      name: "the lead of the project's team",
      token: (await person({teams: [{id: insiders, role: "lead"}]})).token,
      seesProject: true,
      team: "lead",
    },
    {
      ...stranger,
      name: "an admin",
      token: org.admin.token,
      role: "admin",
      levels: every(4),
      seesProject: true,
    },
  ];
  for (const scope of ALL) {
    const scopes = [scope];
    const of = {...stranger, scopes};
    const admin = await person({role: "admin"}, scopes);
    callers.push(
      {...of, name: `a member who may ${scope}`, token: (await person({}, scopes)).token},
      {
        ...of,
        name: `an admin who may ${scope}`,
        token: admin.token,
        role: "admin",
        levels: every(4),
        seesProject: true,
      },
    );
  }
  callers.push(...(await grantees(world, person)), ...(await oauth(world)));
  await t.web.notices.caughtUp();
  return callers;
}

/** People who got a grant: by hand, through a team, through a dashboard that shows the chart, or with a viewer's seat. */
async function grantees(
  {t, ids}: World,
  person: (traits: object, scopes?: readonly Scope[], seat?: string) => Promise<{id: string; token: string}>,
): Promise<Caller[]> {
  const all = [ids["chartId"]!, ids["dashboardId"]!, ids["sheetId"]!, ids["datasetId"]!];
  const share = async (permission: "view" | "edit", to: {userId?: string; teamId?: string}) => {
    for (const id of all) await addGrant(t, id, {...to, permission});
  };
  const [viewer, editor, seated, cascaded, plain] = [
    await person({}),
    await person({}),
    await person({}, ALL, "viewer"),
    await person({}),
    await person({}),
  ];
  const teamId = await addTeam(t, "granted");
  const inTeam = await person({teams: [{id: teamId, role: "member"}]});
  await share("view", {userId: viewer.id});
  await share("edit", {userId: editor.id});
  await share("edit", {userId: seated.id});
  await share("edit", {teamId});
  await addGrant(t, ids["dashboardId"]!, {userId: cascaded.id, permission: "view", cascade: "view"});
  await addGrant(t, ids["dashboardId"]!, {userId: plain.id, permission: "edit"});
  return [
    {...stranger, name: "a person with view", token: viewer.token, levels: granted(1)},
    {...stranger, name: "a person with edit", token: editor.token, levels: granted(2)},
    {...stranger, name: "a viewer's seat with edit", token: seated.token, seat: "viewer", levels: granted(2)},
    {...stranger, name: "a team with edit", token: inTeam.token, levels: granted(2)},
    {
      ...stranger,
      name: "a cascade to view",
      token: cascaded.token,
      levels: {dashboard: 1, chart: 1},
    },
    {...stranger, name: "edit without a cascade", token: plain.token, levels: {dashboard: 2}},
  ];
}

async function oauth({t}: World): Promise<Caller[]> {
  const userId = newId("user");
  await t.db
    .insertInto("principals")
    .values({
      id: userId,
      org_id: t.org.id,
      kind: "user",
      name: userId,
      email: `${userId}@example.com`,
      org_role: "member",
    })
    .execute();
  const scopes: Scope[] = ["read", "write"];
  const of = {...stranger, isService: false, scopes};
  const admin = await addOAuth(t, t.org.adminUser.id, scopes);
  const member = await addOAuth(t, userId, scopes);
  return [
    {
      ...of,
      name: "an admin's OAuth token",
      token: admin.token,
      role: "admin",
      levels: every(4),
      seesProject: true,
    },
    {...of, name: "a member's OAuth token", token: member.token},
  ];
}
