import {afterAll, beforeAll, expect, test} from "bun:test";
import {QUESTIONS, QUESTIONS_LAYER} from "../../row-access/questions.ts";
import {addPerson} from "../../support/people.ts";
import {PICTURES} from "./pictures-in-words.ts";
import {type MailService, mailService} from "./service.ts";

let t: MailService;
let token: string;

beforeAll(async () => {
  t = await mailService();
  await t.made(`/api/projects/${t.shops.duckdb.projectId}/introspect`, {graph: QUESTIONS_LAYER});
  ({token} = await addPerson(t, {attributes: {region: ["north"]}}));
});

afterAll(() => t?.stop());

/** Each picture of a message with the words for it, in their order. */
function picturesIn(html: string): {cid: string; words: string}[] {
  return [...html.matchAll(/<img[^>]*>/g)].flatMap(([tag]) => {
    const [cid, words] = ["src", "alt"].map(name => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
    return cid?.startsWith("cid:") ? [{cid: cid.slice(4), words: words ?? ""}] : [];
  });
}

/** The width and the height of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test("a mail that comes due draws every kind of question, and says each picture in words, in its text too", async () => {
  const names = Object.keys(QUESTIONS);
  const tiles: object[] = [];
  for (const [i, name] of names.entries()) {
    const {query, charts} = QUESTIONS[name]!;
    const body = {name, type: charts[0], query: {...query, projectId: t.shops.duckdb.projectId}};
    tiles.push({chartId: (await t.made("/api/charts", body, token)).id, x: 0, y: i * 10, w: 18, h: 10});
  }
  const resourceId = (await t.made("/api/dashboards", {name: "All kinds"}, token)).id;
  const laid = await t.call("PUT", `/api/dashboards/${resourceId}/layout`, {body: {tiles}, token});
  expect(laid.status).toBe(200);
  const recipients = ["reader@example.com"];
  const schedule = {resourceType: "dashboard", resourceId, cron: "0 8 * * 1", recipients};
  const {id} = await t.made("/api/schedules", schedule, token);
  expect(await t.due(id)).toMatchObject({status: "succeeded"});

  const {mail} = t.mailTo("reader@example.com")[0]!;
  const pictures = picturesIn(String(mail.html));
  expect(pictures.map(({words}) => words)).toEqual(names.map(name => PICTURES[name] ?? ""));
  const byId = new Map(mail.attachments.map(({cid, content}) => [cid, content]));
  const drawn = pictures.map(({cid}) => byId.get(cid) ?? Buffer.alloc(0));
  for (const png of drawn) {
    const [width, height] = sizeOf(png);
    expect(Math.min(width, height)).toBeGreaterThan(100);
  }
  expect(new Set(drawn.map(png => png.toString("base64"))).size).toBe(names.length);
  for (const name of names) expect(mail.text).toContain(PICTURES[name]!);
});
