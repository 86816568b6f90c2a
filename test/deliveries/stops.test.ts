import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {createHmac} from "node:crypto";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {
  isStopped,
  readStopToken,
  stoppedAddresses,
  stopToken,
} from "../../shared/core/recipients/unsubscribes.ts";
import {type TestApp, type TestOrg, testApp} from "../support/app.ts";

const KEY = Buffer.alloc(32, 7);
const OLD_KEY = Buffer.alloc(32, 3);
const EMAIL = "ada@example.com";
const ONE_CLICK = "List-Unsubscribe=One-Click";
const FORM = {"content-type": "application/x-www-form-urlencoded"};

/** The token as the documentation describes it: `<id>\n<address>` and its HMAC, in base64url. */
function tokenBy(key: Buffer, sourceId: string, email: string): string {
  const mac = createHmac("sha256", key).update(`stop\n${sourceId}\n${email}`).digest("base64url");
  return `${Buffer.from(`${sourceId}\n${email}`).toString("base64url")}.${mac}`;
}

describe("the token of a stop link", () => {
  const id = "sched_01kah5e8x4f2vbqz7n9t3m6r0c";

  test("is the same each time, and for every spelling of the address", () => {
    const token = tokenBy(KEY, id, EMAIL);
    expect(stopToken([KEY, OLD_KEY], id, "Ada@Example.COM")).toBe(token);
    expect(stopToken([KEY], id, EMAIL)).toBe(token);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  test("is accepted under any key of the configuration, and under no other", () => {
    const token = tokenBy(OLD_KEY, id, EMAIL);
    expect(readStopToken([KEY, OLD_KEY], token)).toEqual({sourceId: id, email: EMAIL});
    expect(readStopToken([KEY], token)).toBeUndefined();
  });

  test("can hold the longest address", () => {
    const email = `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}example`;
    expect(readStopToken([KEY], stopToken([KEY], id, email))).toEqual({sourceId: id, email});
  });

  const good = tokenBy(KEY, id, EMAIL);
  const [text = "", mac = ""] = good.split(".");
  const other = Buffer.from(`${id}\neve@example.com`).toString("base64url");
  test.each([
    ["nothing", ""],
    ["half of it", text],
    ["another address under the same signature", `${other}.${mac}`],
    ["another signature", `${text}.${mac.replace(/^./, mac.startsWith("A") ? "B" : "A")}`],
    ["a shorter signature", good.slice(0, -1)],
    ["a second spelling of the same bytes", `${text}=.${mac}`],
    ["more behind it", `${good}.${mac}`],
    ["a megabyte", `${"A".repeat(1_000_000)}.${mac}`],
    ["an address of two lines", tokenBy(KEY, id, `${EMAIL}\neve@example.com`)],
    ["no address", tokenBy(KEY, id, "")],
    ["no text", "not a token at all"],
  ])("is refused when it is %s", (_what, token) => {
    expect(readStopToken([KEY], token)).toBeUndefined();
  });
});

describe("the page of a stop link", () => {
  let t: TestApp;
  let other: TestOrg;
  let sourceId = "";
  let path = "";
  const logged: string[] = [];

  beforeAll(async () => {
    t = await testApp();
    other = await t.addOrg("Other");
    const {log} = t.web;
    log.level = "trace";
    for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const) {
      log[level] = (...entry: unknown[]) => void logged.push(Bun.inspect(entry, {depth: 10}));
    }
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    sourceId = await addSchedule(t.org, "Sales & <Returns>");
    path = linkOf(sourceId);
  });

  async function addSchedule(org: TestOrg, name: string): Promise<string> {
    const id = newId("sched");
    await sql`
      insert into content (id, org_id, type, name, owner_id)
      values (${id}, ${org.id}, 'schedule', ${name}, ${org.member.id})`.execute(t.db);
    return id;
  }

  const linkOf = (id: string, email = EMAIL) => `/unsubscribe?t=${stopToken([KEY], id, email)}`;
  const stopped = () => stoppedAddresses(t.db, t.org.id, sourceId);
  const get = (to = path, method = "GET") => t.call(method, to, {token: null});
  const post = (body: string, to = path, headers: Record<string, string> = FORM) =>
    t.call("POST", to, {token: null, body, headers});

  test("changes nothing when it is only opened, however often", async () => {
    for (const method of ["GET", "HEAD", "GET", "OPTIONS"]) {
      const {status} = await get(path, method);
      expect(status).toBeLessThan(300);
    }
    expect(await stopped()).toEqual([]);
    const {text} = await get();
    expect(text).toContain("Stop this mail?");
    expect(text).toContain("Sales &amp; &lt;Returns&gt;");
    expect(text).toContain("Acme");
    expect(text).toContain(EMAIL);
  });

  test("stops the mail by the one-click POST of a mail program from any origin, and a repeated one changes nothing", async () => {
    for (const headers of [
      FORM,
      {...FORM, origin: "https://mail.example.com", "sec-fetch-site": "cross-site"},
    ]) {
      const {status, text} = await post(ONE_CLICK, path, headers);
      expect(status).toBe(200);
      expect(text).toContain("Done: no more of this mail");
    }
    expect(await stopped()).toEqual([EMAIL]);
    expect(await isStopped(t.web, {id: sourceId, orgId: t.org.id}, "ADA@example.com")).toBe(true);
    expect((await get()).text).toContain("You have stopped this mail");
  });

  test("stops the mail by a multipart form, which some mail programs send", async () => {
    const body =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    const {status} = await post(body, path, {"content-type": "multipart/form-data; boundary=b"});
    expect(status).toBe(200);
    expect(await stopped()).toEqual([EMAIL]);
    expect((await post("broken", path, {"content-type": "multipart/form-data; boundary=b"})).status).toBe(
      422,
    );
  });

  test("resumes the mail by its other button", async () => {
    await post(ONE_CLICK);
    expect((await get()).text).toContain('name="action" value="resume"');
    const {status, text} = await post("action=resume");
    expect(status).toBe(200);
    expect(text).toContain("You get this mail again");
    expect(await stopped()).toEqual([]);
  });

  test("concerns one address and one schedule alone", async () => {
    const another = await addSchedule(t.org, "Another");
    await post(ONE_CLICK);
    await post(ONE_CLICK, linkOf(sourceId, "Bob@example.com"));
    expect(await stopped()).toEqual([EMAIL, "bob@example.com"]);
    expect(await stoppedAddresses(t.db, t.org.id, another)).toEqual([]);
    const elsewhere = await addSchedule(other, "Elsewhere");
    await post(ONE_CLICK, linkOf(elsewhere));
    expect(await stoppedAddresses(t.db, other.id, elsewhere)).toEqual([EMAIL]);
    expect(await stoppedAddresses(t.db, t.org.id, elsewhere)).toEqual([]);
  });

  test("changes nothing if the body asks for neither, or is no form", async () => {
    expect((await post("")).status).toBe(422);
    expect((await post("List-Unsubscribe=Two-Clicks")).status).toBe(422);
    expect((await post("{}", path, {"content-type": "application/json"})).status).toBe(415);
    expect((await post("a=".padEnd(40_000, "x"))).status).toBe(413);
    expect(await stopped()).toEqual([]);
  });

  test("explains itself if the schedule that sent the mail is deleted", async () => {
    await sql`delete from content where org_id = ${t.org.id} and id = ${sourceId}`.execute(t.db);
    for (const {status, text} of [await get(), await post(ONE_CLICK), await post("action=resume")]) {
      expect(status).toBe(200);
      expect(text).toContain("This mail is not sent any more");
    }
    expect(await stopped()).toEqual([]);
  });

  test("is a 404 page for an invalid token", async () => {
    for (const to of ["/unsubscribe", "/unsubscribe?t=", `${path}x`, "/unsubscribe?t=%00"]) {
      expect(await get(to)).toMatchObject({status: 404, text: expect.stringContaining("does not work")});
      expect((await post(ONE_CLICK, to)).status).toBe(404);
    }
    expect(await stopped()).toEqual([]);
  });

  test("runs no script, sends no referrer, and is kept by no cache or search engine", async () => {
    for (const {headers, text} of [await get(), await post(ONE_CLICK), await get("/unsubscribe?t=x")]) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src|unsafe/);
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).toContain('<meta name="robots" content="noindex">');
      expect(text).not.toContain("<script");
    }
  });

  test("leaves no token in the log, whatever happens", async () => {
    const secret = path.split("=")[1] ?? "";
    await get();
    await post(ONE_CLICK);
    await post("nothing");
    await post(ONE_CLICK, path, {"content-type": "text/plain"});
    await sql`alter table mail_stops rename to mail_stops_away`.execute(t.db);
    try {
      expect((await post(ONE_CLICK)).status).toBe(500);
      expect((await get()).status).toBe(500);
    } finally {
      await sql`alter table mail_stops_away rename to mail_stops`.execute(t.db);
    }
    expect(logged.length).toBeGreaterThan(5);
    expect(logged.filter(line => line.includes("/unsubscribe")).length).toBeGreaterThan(4);
    expect(logged.filter(line => line.includes(secret) || line.includes("unsubscribe?"))).toEqual([]);
  });
});
