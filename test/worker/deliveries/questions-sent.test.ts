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

/** The pictures of a parsed message, which the parser has put into the HTML, each with its alternative text. */
function picturesIn(html: string): {png: Buffer; words: string}[] {
  const put = /^data:image\/png;base64,/;
  return [...html.matchAll(/<img[^>]*>/g)].flatMap(([tag]) => {
    const [source = "", words = ""] = ["src", "alt"].map(
      name => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1],
    );
    return put.test(source) ? [{png: Buffer.from(source.replace(put, ""), "base64"), words}] : [];
  });
}

/** The width and height of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test("a due mail draws every kind of question, and describes each picture in words, in the text part too", async () => {
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
  for (const {png} of pictures) {
    const [width, height] = sizeOf(png);
    expect(Math.min(width, height)).toBeGreaterThan(100);
  }
  expect(new Set(pictures.map(({png}) => png.toString("base64"))).size).toBe(names.length);
  for (const name of names) expect(mail.text).toContain(PICTURES[name]!);
});
