import {describe, expect, test} from "bun:test";
import {ifMatch, withEtag} from "../../../api/http/etag.ts";
import {ServiceError} from "../../../shared/core/errors.ts";

function tagOf(resource: object): string {
  const headers = new Headers();
  withEtag({request: new Request("http://localhost/"), headers}, resource);
  return headers.get("etag") ?? "";
}

/** Whether a change with this `If-Match` is accepted while the resource is as given. */
function isAccepted(tags: string, current: object): boolean {
  const check = ifMatch(new Request("http://localhost/", {headers: {"if-match": tags}}));
  try {
    check(current);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "precondition_failed") return false;
    throw error;
  }
}

const BUDGET = {tokensPerMonth: 1000, used: 10, reserved: 5, resetsAt: "2026-02-01T00:00:00.000Z"};
const SCHEDULE = {name: "Weekly", nextRun: "2026-02-02T07:00:00.000Z", lastDelivery: null, recipients: ["a"]};

const PROJECT = {name: "Shop", git: null, layerVersion: 3, updatedAt: "2026-01-01T00:00:00.000Z"};
const GIT = {repository: "acme/shop", branch: "main", status: "active", commit: null, lastSync: null};
const SYNCED = {...PROJECT, git: GIT};
const QUESTION = {question: "Sales?", status: "valid", message: null, verifiedAt: "2026-01-01T00:00:00.000Z"};

describe("the ETag that was read", () => {
  const unchanged: [string, object, object][] = [
    ["a budget of which more was used", BUDGET, {...BUDGET, used: 700, reserved: 0}],
    ["a schedule that has run", SCHEDULE, {...SCHEDULE, nextRun: null, lastDelivery: {id: "dlv_1"}}],
    ["a schedule that was saved with warnings", {...SCHEDULE, warnings: ["None"]}, SCHEDULE],
    ["an account that was used", {name: "CI", lastUsedAt: null}, {name: "CI", lastUsedAt: "2026-01-01"}],
    [
      "a project that was synced",
      SYNCED,
      {
        ...SYNCED,
        git: {...GIT, commit: "c0ffee", lastSync: {id: "1"}},
        layerVersion: 4,
        updatedAt: "2026-01-02",
      },
    ],
    ["a question that a layer has broken", QUESTION, {...QUESTION, status: "broken", message: "No field"}],
  ];
  test.each(unchanged)("allows the change of %s, and is another one now", (_, read, current) => {
    expect(tagOf(current)).not.toBe(tagOf(read));
    expect(isAccepted(tagOf(read), current)).toBe(true);
    expect(isAccepted(`"other", ${tagOf(read)}`, current)).toBe(true);
  });

  const changed: [string, object, object][] = [
    ["a budget that somebody has set", BUDGET, {...BUDGET, tokensPerMonth: 2000}],
    ["a schedule with other recipients", SCHEDULE, {...SCHEDULE, recipients: ["a", "b"]}],
    ["a chart whose query has a field of that name", {query: {used: 1}}, {query: {used: 2}}],
    ["a project with another branch", SYNCED, {...SYNCED, git: {...GIT, branch: "next"}}],
    ["a project whose layer somebody has replaced", PROJECT, {...PROJECT, layerVersion: 4}],
    ["a member with another state", {status: "invited"}, {status: "active"}],
    ["a chart with another name", {name: "One"}, {name: "Two"}],
  ];
  test.each(changed)("refuses the change of %s", (_, read, current) => {
    expect(isAccepted(tagOf(read), read)).toBe(true);
    expect(isAccepted(tagOf(read), current)).toBe(false);
    expect(isAccepted("*", current)).toBe(true);
  });
});
