import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import manifest from "../../../package.json";
import {sql} from "../../../shared/core/db.ts";
import {loadRunAs} from "../../../shared/core/load-run-as.ts";
import {prepareOwnAccount} from "../../../shared/identity/organization/service-accounts.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {until} from "../../support/until.ts";

let t: TestApp;
let members: string;
beforeAll(async () => {
  t = await testApp();
  members = `/api/orgs/${t.org.id}/members`;
});
afterAll(() => t.stop());

async function addMember(fields: Record<string, unknown> = {}) {
  const email = `${crypto.randomUUID()}@example.com`;
  const {status, body} = await t.call("POST", members, {body: {name: "Ada", email, ...fields}});
  expect(status).toBe(201);
  return body;
}

describe("whoami", () => {
  test("returns a service account's organization, role, scopes, teams and attributes, and the release", async () => {
    const {status, body} = await t.call("GET", "/api/whoami", {token: t.org.reader.token});
    expect(status).toBe(200);
    expect(body).toEqual({
      principal: {id: t.org.reader.id, kind: "service_account", name: "reader"},
      orgId: t.org.id,
      org: {id: t.org.id, name: "Acme"},
      orgRole: "member",
      seat: "editor",
      scopes: ["read"],
      teams: [],
      attributes: {},
      service: {version: manifest.version, commit: expect.stringMatching(/^[0-9a-f]{40}$/)},
    });
  });

  test("returns a user's email", async () => {
    const {body} = await t.call("GET", "/api/whoami", {token: t.org.adminUser.token});
    expect(body.principal).toEqual({
      id: t.org.adminUser.id,
      kind: "user",
      name: "adminUser",
      email: `${t.org.adminUser.id}@example.com`,
    });
  });
});

describe("members", () => {
  test("are created with defaults, read, changed and removed", async () => {
    const {status, body: created} = await t.call("POST", members, {
      body: {name: "Grace", email: "grace@example.com"},
    });
    expect(status).toBe(201);
    expect(created).toEqual({
      id: expect.stringMatching(/^user_[0-9a-z]{26}$/),
      name: "Grace",
      email: "grace@example.com",
      orgRole: "member",
      seat: "editor",
      attributes: {},
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const path = `${members}/${created.id}`;
    expect((await t.call("GET", path)).body).toEqual(created);

    const changes = {orgRole: "admin", attributes: {region: ["EMEA", 'it\'s "here" \\ 🚀']}};
    const changed = await t.call("PATCH", path, {body: changes});
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({...created, ...changes});
    expect((await t.call("GET", path)).body).toEqual({...created, ...changes});

    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await t.call("GET", path)).status).toBe(404);
    expect((await t.call("DELETE", path)).body.code).toBe("not_found");
  });

  test("can be sent back as they were read", async () => {
    const member = await addMember();
    const {status, body} = await t.call("PATCH", `${members}/${member.id}`, {
      body: {...member, name: "Renamed"},
    });
    expect(status).toBe(200);
    expect(body).toEqual({...member, name: "Renamed"});
  });

  test("are listed newest first, without service accounts", async () => {
    const first = await addMember();
    const second = await addMember();
    const {body} = await t.call("GET", `${members}?limit=2`);
    expect(body.map((member: {id: string}) => member.id)).toEqual([second.id, first.id]);
    const {body: all} = await t.call("GET", members);
    expect(all.some((member: {id: string}) => member.id === t.org.admin.id)).toBe(false);
  });

  test("have an address that no other organization has, in any case", async () => {
    const {email} = await addMember();
    const other = await t.addOrg("Other");
    const answer = await t.call("POST", `/api/orgs/${other.id}/members`, {
      token: other.admin.token,
      body: {name: "Twin", email: email.toUpperCase()},
    });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe("conflict");
    const member = await addMember();
    const changed = await t.call("PATCH", `${members}/${member.id}`, {body: {email}});
    expect(changed.status).toBe(409);
  });

  test("have an address that no other member has with its domain in Unicode or in ASCII", async () => {
    const [unicode, ascii] = ["jan@bücher.example", "jan@xn--bcher-kva.example"];
    const first = await addMember({email: unicode});
    expect(first.email).toBe(unicode);
    const twin = await t.call("POST", members, {body: {name: "Twin", email: ascii}});
    expect([twin.status, twin.body.code]).toEqual([409, "conflict"]);
    const other = await addMember();
    const taken = await t.call("PATCH", `${members}/${other.id}`, {body: {email: ascii}});
    expect([taken.status, taken.body.code]).toEqual([409, "conflict"]);
    // The member itself may get the other spelling.
    const own = await t.call("PATCH", `${members}/${first.id}`, {body: {email: ascii}});
    expect([own.status, own.body.email]).toEqual([200, ascii]);
  });

  test("can be changed where two of them have got both spellings of an address", async () => {
    const first = await addMember({email: "eva@xn--bcher-kva.example"});
    const second = await addMember();
    await t.db
      .updateTable("principals")
      .set({email: "eva@bücher.example"})
      .where("id", "=", second.id)
      .execute();
    for (const {id} of [first, second]) {
      const changed = await t.call("PATCH", `${members}/${id}`, {body: {seat: "viewer"}});
      expect([changed.status, changed.body.seat]).toEqual([200, "viewer"]);
    }
  });

  test("have the rights of their new role within a second", async () => {
    const member = await addMember({orgRole: "admin"});
    const token = await t.addToken(member.id);
    await t.db
      .updateTable("principals")
      .set({scopes: ["read"]})
      .where("id", "=", member.id)
      .execute();
    expect((await t.call("GET", members, {token})).status).toBe(200);
    await t.call("PATCH", `${members}/${member.id}`, {body: {orgRole: "member"}});
    const {body} = await until(async () => {
      const answer = await t.call("GET", members, {token});
      return answer.status === 403 ? answer : undefined;
    }, 1000);
    expect(body.code).toBe("missing_privilege");
  });

  test("are unchanged by a request with a stale If-Match", async () => {
    const member = await addMember();
    const path = `${members}/${member.id}`;
    const etag = (await t.call("GET", path)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    expect((await t.call("GET", path, {headers: {"if-none-match": etag}})).status).toBe(304);
    const fresh = await t.call("PATCH", path, {body: {name: "One"}, headers: {"if-match": etag}});
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get("etag")).not.toBe(etag);
    const stale = await t.call("PATCH", path, {body: {name: "Two"}, headers: {"if-match": etag}});
    expect(stale.status).toBe(412);
    expect(stale.body.code).toBe("precondition_failed");
    expect((await t.call("DELETE", path, {headers: {"if-match": etag}})).status).toBe(412);
    expect((await t.call("GET", path)).body.name).toBe("One");
    const current = fresh.headers.get("etag") ?? "";
    expect((await t.call("DELETE", path, {headers: {"if-match": `"x", ${current}`}})).status).toBe(204);
  });

  test("have an audit entry for every change, and none for a refused one", async () => {
    const member = await addMember();
    await t.call("PATCH", `${members}/${member.id}`, {
      body: {seat: "viewer"},
      headers: {"x-request-id": "audited-1"},
    });
    await t.call("PATCH", `${members}/${member.id}`, {body: {email: `${t.org.adminUser.id}@example.com`}});
    await t.call("DELETE", `${members}/${member.id}`);
    const {body} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?limit=3`);
    expect(body.map((entry: {action: string}) => entry.action)).toEqual([
      "member.delete",
      "member.update",
      "member.create",
    ]);
    expect(body[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      actorId: t.org.admin.id,
      actorName: "admin",
      action: "member.update",
      resourceType: "member",
      resourceId: member.id,
      // The member has been deleted.
      resourceName: null,
      details: {changed: ["seat"], orgRole: "member", seat: "viewer"},
      address: null,
      requestId: "audited-1",
      createdAt: expect.any(String),
    });
  });
});

describe("the audit log", () => {
  test("can be filtered by actor, subject and time, over its pages", async () => {
    const org = await t.addOrg("Much done");
    const call = (method: string, path: string, body?: object, {token} = org.admin) =>
      t.call(method, `/api/orgs/${org.id}${path}`, {token, ...(body ? {body} : {})});
    const teams: string[] = [];
    for (const name of ["One", "Two", "Three"]) teams.push((await call("POST", "/teams", {name})).body.id);
    await call("POST", "/service-accounts", {name: "Job", scopes: ["read"]}, org.adminUser);
    await call("PATCH", `/teams/${teams[0]}`, {name: "First"}, org.adminUser);
    await sql`
      update audit_log set created_at = '2026-01-31T10:00:00Z'
      where org_id = ${org.id} and resource_id = ${teams[1]}`.execute(t.db);
    const found = async (query: string) => {
      const {status, body} = await call("GET", `/audit-log?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return body.map((one: {action: string; resourceName: string}) => [one.action, one.resourceName]);
    };
    expect(await found("resourceType=team")).toEqual([
      ["team.update", "First"],
      ["team.create", "Three"],
      ["team.create", "Two"],
      ["team.create", "First"],
    ]);
    expect(await found(`actorId=${org.adminUser.id}`)).toEqual([
      ["team.update", "First"],
      ["service_account.create", "Job"],
    ]);
    expect(await found(`actorId=${org.adminUser.id}&resourceType=team`)).toEqual([["team.update", "First"]]);
    expect(await found("from=2026-01-31T10:00:00Z&to=2026-01-31T10:00:00.001Z")).toEqual([
      ["team.create", "Two"],
    ]);
    expect(await found("to=2026-01-31T10:00:00Z")).toEqual([]);
    expect(await found(`actorId=${t.org.admin.id}`)).toEqual([]);
    const page = await call("GET", "/audit-log?resourceType=team&limit=3");
    const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    const {body} = await t.call("GET", next, {token: org.admin.token});
    expect(body.map((one: {resourceId: string}) => one.resourceId)).toEqual([teams[0]]);
    for (const wrong of [
      "from=yesterday",
      "from=2026-02-30T00:00:00Z",
      "to=2026-13-01T00:00:00Z",
      "to=2027-02-29T00:00:00Z",
      "what=team",
    ])
      expect([wrong, (await call("GET", `/audit-log?${wrong}`)).status]).toEqual([wrong, 422]);
    expect((await call("GET", "/audit-log?resourceType=team", undefined, org.member)).status).toBe(403);
    for (const to of ["2026-01-30T10:00:00Z", "2026-01-31T10:00:00Z"]) {
      const reversed = await call("GET", `/audit-log?from=2026-01-31T10:00:00Z&to=${to}`);
      expect([reversed.status, reversed.body.errors]).toEqual([
        422,
        [{path: "/to", message: "It is not after `from`, 2026-01-31T10:00:00Z."}],
      ]);
    }
  });
});

describe("the last org-admin", () => {
  test("cannot be removed or demoted, not even by two requests at once", async () => {
    const org = await t.addOrg("Two admins");
    const path = `/api/orgs/${org.id}`;
    const call = (method: string, place: string, body?: unknown) =>
      t.call(method, `${path}${place}`, {token: org.admin.token, ...(body ? {body} : {})});
    // The remaining admins are a service account and a user.
    const both = await Promise.all([
      call("DELETE", `/service-accounts/${org.admin.id}`),
      call("PATCH", `/members/${org.adminUser.id}`, {orgRole: "member"}),
    ]);
    const statuses = both.map(answer => answer.status).sort();
    // The later request was refused by the rule, or because its token was already gone.
    expect(statuses[0]).toBeLessThan(300);
    expect([401, 409]).toContain(statuses[1] ?? 0);
    const admins = await sql<{n: number}>`
      select count(*)::int as n from principals
      where org_id = ${org.id} and org_role = 'admin' and (kind = 'user' or scopes @> '{write}')`.execute(
      t.db,
    );
    expect(admins.rows[0]?.n).toBe(1);
  });

  test("may step down once there is another one", async () => {
    const org = await t.addOrg("One admin");
    const path = `/api/orgs/${org.id}`;
    const {token} = org.admin;
    expect((await t.call("DELETE", `${path}/members/${org.adminUser.id}`, {token})).status).toBe(204);
    const refused = await t.call("DELETE", `${path}/service-accounts/${org.admin.id}`, {token});
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain("last admin");

    // An admin that expires, and one that can change nothing, do not count.
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    for (const extra of [{scopes: ["write"], expiresAt}, {scopes: ["read"]}]) {
      const body = {name: "Helper", orgRole: "admin", ...extra};
      expect((await t.call("POST", `${path}/service-accounts`, {token, body})).status).toBe(201);
    }
    expect((await t.call("DELETE", `${path}/service-accounts/${org.admin.id}`, {token})).status).toBe(409);

    const body = {name: "Second", email: "second@example.com", orgRole: "admin"};
    const {body: second} = await t.call("POST", `${path}/members`, {token, body});
    const demoted = await t.call("PATCH", `${path}/members/${second.id}`, {token, body: {seat: "viewer"}});
    expect(demoted.status).toBe(200);
    expect((await t.call("DELETE", `${path}/service-accounts/${org.admin.id}`, {token})).status).toBe(409);
  });

  test("is not replaced by an account that ends with it, or that has no token", async () => {
    const org = await t.addOrg("Dependent accounts");
    const path = `/api/orgs/${org.id}`;
    const {token} = org.admin;
    expect((await t.call("DELETE", `${path}/members/${org.adminUser.id}`, {token})).status).toBe(204);
    const remove = () => t.call("DELETE", `${path}/service-accounts/${org.admin.id}`, {token});

    const body = {name: "Mine", scopes: ["read", "write"], orgRole: "admin", endsWithMe: true};
    expect((await t.call("POST", `${path}/service-accounts`, {token, body})).status).toBe(201);
    const withDependent = await remove();
    expect([withDependent.status, withDependent.body.detail]).toEqual([
      409,
      expect.stringContaining("last admin"),
    ]);

    const admin = await loadRunAs(t.db, org.id, org.admin.id);
    await t.db.transaction().execute(tx => prepareOwnAccount(admin, "An agent's").save(tx));
    expect((await remove()).status).toBe(409);

    const lasting = {...body, name: "Lasting", endsWithMe: false};
    expect((await t.call("POST", `${path}/service-accounts`, {token, body: lasting})).status).toBe(201);
    expect((await remove()).status).toBe(204);
  });
});

describe("a member who owns content", () => {
  test("is removed only if an heir is named", async () => {
    await sql`create table owned (org_id text, owner_id text, foreign key (org_id, owner_id) references principals (org_id, id))`.execute(
      t.db,
    );
    const owner = await addMember();
    const heir = await addMember();
    await sql`insert into owned values (${t.org.id}, ${owner.id})`.execute(t.db);
    const refused = await t.call("DELETE", `${members}/${owner.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain("transferTo");
    expect((await t.call("GET", `${members}/${owner.id}`)).status).toBe(200);
    await sql`drop table owned`.execute(t.db);
    const {status} = await t.call("DELETE", `${members}/${owner.id}?transferTo=${heir.id}`);
    expect(status).toBe(204);
  });

  test("has no heir in itself, in nobody, or in another organization", async () => {
    const owner = await addMember();
    const other = await t.addOrg("Heirs elsewhere");
    for (const heir of [owner.id, "user_nobody", other.admin.id]) {
      const {status, body} = await t.call("DELETE", `${members}/${owner.id}?transferTo=${heir}`);
      expect(status).toBe(422);
      expect(body.errors[0].path).toBe("/transferTo");
    }
    expect((await t.call("DELETE", `${members}/${owner.id}?transferTo=%00`)).status).toBe(422);
    expect((await t.call("DELETE", `${members}/${owner.id}?transferto=x`)).status).toBe(422);
  });
});
