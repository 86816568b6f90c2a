import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import pg from "pg";
import {type TestApp, testApp} from "../support/app.ts";
import {addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {claimedPerson} from "./claimed.ts";

// A team that a claim names is changed while a sign-in is under way: the other change has begun before it, and ends while
// the sign-in waits.

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
