import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import pg from "pg";
import {type TestApp, testApp} from "../support/app.ts";
import {addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {claimedPerson} from "./claimed.ts";

// A team that a claim names, or the member, is changed while a sign-in is under way: the other change has begun before it,
// and ends while the sign-in waits.

let t: TestApp;
let other: pg.Client;
let person: Awaited<ReturnType<typeof claimedPerson>>;
let teamId: string;
let teams = 0;

beforeAll(async () => {
  t = await testApp();
  other = new pg.Client({connectionString: t.databaseUrl});
  await other.connect();
  person = await claimedPerson(t);
});

afterAll(async () => {
  await other?.end();
  await t?.stop();
});

beforeEach(async () => {
  teamId = await addTeam(t, `Team ${++teams}`);
});

const isWaiting = () =>
  until(async () => {
    const {rows} = await t.web.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });

const memberships = async () => {
  const {rows} = await t.web.pool.query(
    "select role, by_claim from team_members where principal_id = $1 and team_id = $2",
    [person.id, teamId],
  );
  return rows;
};

test("a team that is deleted meanwhile is not joined, and the sign-in succeeds", async () => {
  await other.query("begin");
  await other.query("delete from teams where id = $1", [teamId]);
  const signIn = person.signIn(["north"], [`Team ${teams}`]);
  await isWaiting();
  await other.query("commit");
  await signIn;
  expect(await memberships()).toEqual([]);
});

test("a membership that an admin gives meanwhile stays the admin's", async () => {
  await other.query("begin");
  await other.query("select from teams where id = $1 for update", [teamId]);
  const signIn = person.signIn(["north"], [`Team ${teams}`]);
  await isWaiting();
  await other.query(
    `insert into team_members (org_id, team_id, principal_id, role) values ($1, $2, $3, 'lead')
    on conflict (team_id, principal_id) do update set role = 'lead', by_claim = false`,
    [t.org.id, teamId, person.id],
  );
  await other.query("commit");
  await signIn;
  expect(await memberships()).toEqual([{role: "lead", by_claim: false}]);
  await person.signIn(["north"], []);
  expect(await memberships()).toEqual([{role: "lead", by_claim: false}]);
});

describe("a first sign-in of a member whom an admin", () => {
  /** Begins as an admin's change of a member does, signs the member in, and then changes the member. */
  async function firstSignInDuring(change: string): Promise<unknown> {
    await t.web.pool.query("delete from sign_in_bindings where principal_id = $1", [person.id]);
    await other.query("begin");
    await other.query("select from orgs where id = $1 for no key update", [t.org.id]);
    const signIn = person.signIn(["north"], []).catch((error: unknown) => error);
    await isWaiting();
    await other.query("select from principals where id = $1 for update", [person.id]);
    await other.query(change, [person.id]);
    await other.query("commit");
    return signIn;
  }

  test("changes meanwhile succeeds, and so does the change", async () => {
    expect(await firstSignInDuring("update principals set name = 'Renamed' where id = $1")).toBeUndefined();
    const {rows} = await t.web.pool.query("select from sign_in_bindings where principal_id = $1", [
      person.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("removes meanwhile is refused as that of somebody who is no member", async () => {
    expect(await firstSignInDuring("delete from principals where id = $1")).toMatchObject({
      code: "missing_privilege",
      message: expect.stringContaining("There is no account for"),
    });
  });
});
