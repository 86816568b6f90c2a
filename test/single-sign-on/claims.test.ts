import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {forgetThrottles, grantsAfter} from "../oauth/people.ts";
import {addTeam} from "../support/people.ts";
import {lockAwaited} from "../support/postgres.ts";
import {errorOf, singleSignOn, type World} from "./world.ts";

let w: World;
let teams: Record<"sales" | "finance" | "board", string>;
beforeAll(async () => {
  w = await singleSignOn({
    OIDC_TEAMS_CLAIM: "teams",
    OIDC_ATTRIBUTES: "region=regions,country=address.country",
    OIDC_GROUPS_CLAIM: "groups",
    OIDC_ADMIN_GROUPS: "analytics-admins, root",
  });
  teams = {
    sales: await addTeam(w, "Sales"),
    finance: await addTeam(w, "Finance"),
    board: await addTeam(w, "Board"),
  };
});
afterAll(() => w.stop());
beforeEach(() => forgetThrottles(w));

async function after(account: string, claims: Record<string, unknown>) {
  const known = w.provider.people.get(account) ?? {};
  w.provider.people.set(account, {email: known["email"], email_verified: true, ...claims});
  const {body} = await (await w.signedIn(account)).me();
  return {
    ...body,
    teams: body.teams.map((team: {name: string; role: string}) => `${team.name} ${team.role}`).sort(),
  };
}

describe("teams", () => {
  test("follow the claim at each sign-in, and those given by hand stay", async () => {
    const {id} = await w.person("ada");
    await w.call("PUT", `/api/orgs/${w.org.id}/teams/${teams.board}/members/${id}`, {body: {role: "lead"}});
    expect((await after("ada", {teams: ["Sales", "Finance", "Board", "Unknown"]})).teams).toEqual([
      "Board lead",
      "Finance member",
      "Sales member",
    ]);
    expect((await after("ada", {teams: "Finance"})).teams).toEqual(["Board lead", "Finance member"]);
    expect((await after("ada", {})).teams).toEqual(["Board lead"]);
  });

  test("that an admin gives to somebody who has them by claim stay from then on", async () => {
    const {id} = await w.person("grace");
    await after("grace", {teams: ["Sales"]});
    await w.call("PUT", `/api/orgs/${w.org.id}/teams/${teams.sales}/members/${id}`, {body: {role: "member"}});
    expect((await after("grace", {})).teams).toEqual(["Sales member"]);
  });

  test("of another organization are not joined by their names", async () => {
    const other = await w.addOrg("Other");
    await w.call("POST", `/api/orgs/${other.id}/teams`, {
      token: other.admin.token,
      body: {name: "Elsewhere"},
    });
    await w.person("joan");
    expect((await after("joan", {teams: ["Elsewhere"]})).teams).toEqual([]);
  });
});

describe("attributes", () => {
  test("follow their claims and are removed with them, and others stay", async () => {
    await w.person("bo", {}, {attributes: {region: ["old"], desk: ["7"]}});
    const first = await after("bo", {regions: ["east", "west"], address: {country: "DE"}});
    expect(first.attributes).toEqual({desk: ["7"], region: ["east", "west"], country: ["DE"]});
    const second = await after("bo", {regions: 7, address: {}});
    expect(second.attributes).toEqual({desk: ["7"], region: ["7"]});
    expect((await after("bo", {regions: []})).attributes).toEqual({desk: ["7"]});
  });

  test("change within a second for a token that exists already", async () => {
    await w.person("cy", {regions: ["east"]});
    const token = await (await w.signedIn("cy")).token();
    expect((await w.call("GET", "/api/whoami", {token})).body.attributes).toEqual({region: ["east"]});
    const other = await w.another();
    expect((await other.call("GET", "/api/whoami", {token})).body.attributes).toEqual({region: ["east"]});
    await after("cy", {});
    await Promise.all([w.web.notices.caughtUp(), other.web.notices.caughtUp()]);
    for (const app of [w, other])
      expect((await app.call("GET", "/api/whoami", {token})).body.attributes).toEqual({});
  });

  test("and groups of Microsoft Entra set the org-admin role, and a sign-in whose groups are left out is refused", async () => {
    const {id} = await w.person("entra");
    // Entra's tokens have no email_verified, and the ids of groups. For more than 200 groups, they have only the address at
    // which the groups can be requested.
    const signedIn = async (claims: object) => {
      w.provider.tamperIdToken(token =>
        w.provider.sign({...token, email: "entra@example.com", xms_edov: "1", ...claims}),
      );
      w.provider.people.set("entra", {email: undefined, email_verified: undefined});
      w.provider.account = "entra";
      const page = await w.browser().signIn();
      w.provider.tampers.clear();
      const {body} = await w.call("GET", `/api/orgs/${w.org.id}/members/${id}`);
      return [page.status, body.orgRole];
    };
    expect(await signedIn({oid: "8a1e", groups: ["2f6c", "root"]})).toEqual([200, "admin"]);
    const graph = {src1: {endpoint: "https://graph.microsoft.com/v1.0/users/8a1e/getMemberObjects"}};
    for (const overage of [{_claim_names: {groups: "src1"}, _claim_sources: graph}, {hasgroups: true}])
      expect(await signedIn(overage)).toEqual([422, "admin"]);
    expect(await signedIn({groups: ["2f6c"]})).toEqual([200, "member"]);
  });

  test("in a number that a double cannot hold make the sign-in fail, so that nobody gets the rows of another number", async () => {
    const {id} = await w.person("number", {regions: [7, 9_007_199_254_740_991]});
    await w.signedIn("number");
    for (const digits of ["9007199254740993", "-12345678901234567890", "1e400"]) {
      w.provider.tampers.set("/me", answer => {
        const claims = answer.text.replace(/"regions":\[[^\]]*\]/, `"regions":[7,${digits}]`);
        expect(claims).toContain(digits);
        return {...answer, text: claims};
      });
      w.provider.account = "number";
      const page = await w.browser().signIn();
      w.provider.tampers.clear();
      expect([page.status, errorOf(page)]).toEqual([422, expect.stringContaining('"regions"')]);
    }
    const {body} = await w.call("GET", `/api/orgs/${w.org.id}/members/${id}`);
    expect(body.attributes).toEqual({region: ["7", "9007199254740991"]});
  });

  test("whose claim the provider omits for its size make the sign-in fail, and nothing is removed", async () => {
    const {id} = await w.person("big", {regions: ["east"]});
    await w.signedIn("big");
    const many = Array.from({length: 1001}, (_, i) => `r${i}`);
    for (const claims of [
      {_claim_names: {regions: "src1"}},
      {regions: many},
      {regions: ["x".repeat(1001)]},
    ]) {
      w.provider.people.set("big", {email: "big@example.com", email_verified: true, ...claims});
      w.provider.account = "big";
      const page = await w.browser().signIn();
      expect([page.status, errorOf(page)]).toEqual([422, expect.stringContaining('"regions"')]);
    }
    const {body} = await w.call("GET", `/api/orgs/${w.org.id}/members/${id}`);
    expect(body.attributes).toEqual({region: ["east"]});
  });
});

describe("org-admins", () => {
  test("get the role by a group and lose it with the group, but people to whom an admin gave the role keep it", async () => {
    await w.person("ops");
    expect((await after("ops", {groups: ["root", "x"]})).orgRole).toBe("admin");
    expect((await after("ops", {groups: ["x"]})).orgRole).toBe("member");
    await w.person("boss", {}, {role: "admin"});
    expect((await after("boss", {groups: ["root"]})).orgRole).toBe("admin");
    expect((await after("boss", {groups: []})).orgRole).toBe("admin");
  });

  test.each(["a release", "a change of the issuer"])(
    "who are org-admins by a group lose the role without it, after %s too",
    async way => {
      const account = `anew-${way.length}`;
      const {id} = await w.person(account);
      expect((await after(account, {groups: ["root"]})).orgRole).toBe("admin");
      if (way === "a release") {
        const {status} = await w.call("DELETE", `/api/orgs/${w.org.id}/members/${id}/single-sign-on`);
        expect(status).toBe(204);
      } else {
        const change =
          "update sign_in_bindings set issuer = 'https://former.example' where principal_id = $1";
        await w.web.pool.query(change, [id]);
      }
      expect((await after(account, {groups: ["x"]})).orgRole).toBe("member");
    },
  );

  test("keep the role without the group if they are the last one", async () => {
    const other = await singleSignOn({OIDC_GROUPS_CLAIM: "groups", OIDC_ADMIN_GROUPS: "root"});
    try {
      await other.person("only", {groups: ["root"]});
      await other.signedIn("only");
      await other.db.deleteFrom("principals").where("kind", "=", "service_account").execute();
      await other.db.deleteFrom("principals").where("name", "<>", "only").execute();
      other.provider.people.set("only", {email: "only@example.com", email_verified: true});
      expect((await (await other.signedIn("only")).me()).body.orgRole).toBe("admin");
    } finally {
      await other.stop();
    }
  });

  test("are in the audit log with each change", async () => {
    const {id} = await w.person("seen");
    await after("seen", {groups: ["root"], teams: ["Sales"], regions: ["east"]});
    const {body} = await w.call("GET", `/api/orgs/${w.org.id}/audit-log?limit=1`);
    expect(body[0]).toMatchObject({
      action: "member.follow_claims",
      resourceId: id,
      details: {changed: ["orgRole", "attributes", "teams"], orgRole: "admin", joins: ["Sales"], leaves: []},
    });
  });
});

describe("the preview", () => {
  const preview = async (claims: object, token = w.org.admin.token) =>
    w.call("POST", `/api/orgs/${w.org.id}/single-sign-on/preview`, {token, body: {claims}});

  test("shows what the sign-in then does, and changes nothing", async () => {
    const {id, email} = await w.person("pat", {}, {attributes: {region: ["old"]}});
    const claims = {teams: ["Sales", "None"], groups: ["root"], regions: ["east"]};
    const {body} = await preview({sub: "pat", email, email_verified: true, ...claims});
    expect(body).toMatchObject({
      outcome: "member",
      member: {id, email},
      bound: false,
      orgRole: "admin",
      seat: "editor",
      attributes: {region: ["east"]},
      joins: [{id: teams.sales, name: "Sales"}],
      unknownTeams: ["None"],
      pausesRuns: true,
    });
    expect((await w.call("GET", `/api/orgs/${w.org.id}/members/${id}`)).body).toMatchObject({
      orgRole: "member",
      attributes: {region: ["old"]},
    });
    const real = await after("pat", claims);
    expect(real).toMatchObject({orgRole: body.orgRole, attributes: body.attributes, teams: ["Sales member"]});
    expect((await preview({sub: "pat"})).body).toMatchObject({
      bound: true,
      orgRole: "member",
      attributes: {},
      leaves: [{name: "Sales"}],
      pausesRuns: false,
    });
  });

  test("shows why somebody would be refused, as the sign-in does", async () => {
    const other = await w.addOrg("Preview");
    await w.person("foreign", {}, {orgId: other.id});
    const {email} = await w.person("taken");
    await w.signedIn("taken");
    for (const [claims, reason] of [
      [{}, "no email address"],
      [{email: "nobody@example.com", email_verified: true}, "OIDC_CREATE"],
      [{email: "foreign@example.com", email_verified: true}, "another organization"],
      [{email: "boss@example.com"}, "verified"],
      [{sub: "taken2", email, email_verified: true}, "Somebody else"],
      [{email: "boss@example.com", email_verified: true, _claim_names: {teams: "x"}}, '"teams"'],
      [{email: "boss@example.com", email_verified: true, hasgroups: "true"}, '"groups"'],
    ] as const) {
      const {body} = await preview(claims);
      expect(body).toMatchObject({
        outcome: "refused",
        reason: expect.stringContaining(reason === "another organization" ? "an organization" : reason),
      });
    }
  });

  test("is for org-admins, and shows no secret", async () => {
    expect((await preview({}, w.org.writer.token)).status).toBe(403);
    const {body, text} = await w.call("GET", `/api/orgs/${w.org.id}/single-sign-on`);
    expect(body).toEqual({
      configured: true,
      name: "Acme ID",
      issuer: w.provider.issuer,
      redirectUri: `${w.web.config.baseUrl}/sign-in/callback`,
      passwordSignIn: true,
      createSeat: null,
      teamsClaim: "teams",
      attributes: {region: "regions", country: "address.country"},
      groupsClaim: "groups",
    });
    expect(text).not.toContain("secret");
  });
});

describe("a release of a person from the provider", () => {
  test("ends the sessions, and binds the next sign-in by the address", async () => {
    const {id, email} = await w.person("rel");
    const browser = await w.signedIn("rel");
    const path = `/api/orgs/${w.org.id}/members/${id}/single-sign-on`;
    expect((await w.call("DELETE", path, {token: w.org.member.token})).status).toBe(403);
    expect((await w.call("DELETE", path)).status).toBe(204);
    expect((await browser.me()).status).toBe(401);
    w.provider.people.set("rel2", {email, email_verified: true});
    expect((await (await w.signedIn("rel2")).me()).body.principal.id).toBe(id);
  });

  test("ends a grant that the person's session gives at the same moment", async () => {
    const {id} = await w.person("consenting");
    await w.signedIn("consenting");
    const path = `/api/orgs/${w.org.id}/members/${id}/single-sign-on`;
    const change = async () => expect((await w.call("DELETE", path)).status).toBe(204);
    expect(await grantsAfter(w, id, change)).toEqual([]);
  });

  test("finds nobody while an admin removes the person, and the removal succeeds", async () => {
    const {id} = await w.person("leaving");
    await w.signedIn("leaving");
    const removal = await w.db.startTransaction().execute();
    await sql`select from principals where id = ${id} for update`.execute(removal);
    // The removal of a member deletes the sessions before the bindings.
    await sql`delete from browser_sessions where principal_id = ${id}`.execute(removal);
    const released = w.call("DELETE", `/api/orgs/${w.org.id}/members/${id}/single-sign-on`);
    await lockAwaited(w.db);
    await sql`delete from principals where id = ${id}`.execute(removal);
    await removal.commit().execute();
    expect((await released).status).toBe(404);
  });
});

test("claims with names in the form of an address, as Auth0 has them, are followed", async () => {
  const other = await singleSignOn({
    OIDC_TEAMS_CLAIM: "https://analytics.example.com/groups",
    OIDC_ATTRIBUTES: "region=https://analytics.example.com/regions",
  });
  try {
    await addTeam(other, "Sales");
    const {email} = await other.person("al");
    other.provider.people.set("auth0|5f7c152", {email, email_verified: true});
    other.provider.tamperIdToken(claims =>
      other.provider.sign({
        ...claims,
        "https://analytics.example.com/groups": ["Sales"],
        "https://analytics.example.com/regions": ["east"],
      }),
    );
    const {body} = await (await other.signedIn("auth0|5f7c152")).me();
    const names = body.teams.map((team: {name: string}) => team.name);
    expect([body.attributes, names]).toEqual([{region: ["east"]}, ["Sales"]]);
  } finally {
    await other.stop();
  }
});
