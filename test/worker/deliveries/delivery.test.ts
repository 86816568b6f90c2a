import {afterAll, beforeAll, describe, expect, spyOn, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {addPerson} from "../../support/people.ts";
import {refusal} from "../../support/smtp.ts";
import {until} from "../../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

let t: MailService;
let chartId: string;
let dashboardId: string;

beforeAll(async () => {
  t = await mailService({
    smtp: {
      onRcptTo({address}, _session, done) {
        if (address.startsWith("nobody")) return done(refusal(550, `<${address}> has no such mailbox`));
        if (address.startsWith("later")) return done(refusal(450, "greylisted, come back"));
        done();
      },
    },
  });
  chartId = (await t.made("/api/charts", {name: "Orders by status", type: "bar", query: BY_STATUS})).id;
  const table = await t.made("/api/charts", {name: "All <orders>", type: "table", query: BY_STATUS});
  const number = {model: "orders", measures: ["orders.count"]};
  const big = await t.made("/api/charts", {name: "Orders", type: "big_number", query: number});
  dashboardId = (await t.made("/api/dashboards", {name: "The shop & more"})).id;
  const tiles = [
    {chartId: table.id, x: 0, y: 10, w: 36, h: 10},
    {chartId, x: 9, y: 0, w: 27, h: 10},
    {chartId: big.id, x: 0, y: 0, w: 9, h: 10},
  ];
  await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
});

afterAll(() => t?.stop());

const schedule = async (more: object = {}) =>
  (
    await t.made("/api/schedules", {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      recipients: ["ada@example.com"],
      ...more,
    })
  ).id;

/**
 * A chart's data as the API returns them. Where a test needs numbers, they are the shop's: 2 pending orders, 3 shipped ones and
 * so on.
 */
async function csvOf(id: string): Promise<string> {
  return (await t.call("GET", `/api/charts/${id}/data`, {headers: {accept: "text/csv"}})).text;
}

describe("a delivery", () => {
  test("of a dashboard is one message for each recipient, with pictures, tables, numbers and a way to stop it", async () => {
    const id = await schedule({
      name: "Weekly",
      resourceType: "dashboard",
      resourceId: dashboardId,
      recipients: ["one@example.com", "two@example.com"],
      message: "Good morning.\nPlease <look>.",
      timezone: "Europe/Berlin",
    });
    const delivery = await t.due(id);
    expect(delivery).toMatchObject({
      source: {type: "schedule", id},
      scheduleId: id,
      trigger: "schedule",
      status: "succeeded",
      resources: [
        {resourceType: "dashboard", resourceId: dashboardId, name: "The shop & more", status: "succeeded"},
      ],
      recipients: [
        {email: "one@example.com", status: "sent", attempts: 1},
        {email: "two@example.com", status: "sent", attempts: 1},
      ],
    });
    const [received, ...more] = t.mailTo("one@example.com");
    expect(more).toEqual([]);
    expect(received?.to).toEqual(["one@example.com"]);
    const {mail, raw} = received!;
    expect(raw.toString()).not.toContain("two@example.com");
    expect(mail.subject).toBe("Weekly");
    expect(mail.from?.text).toBe('"Reports" <reports@service.example>');
    expect(mail.messageId).toBe(delivery.recipients[0].messageId);
    expect(mail.messageId).toStartWith(`<${delivery.id}.`);
    expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail.headers.get("feedback-id")).toContain(id);
    const html = String(mail.html);
    expect(html).toContain("All &lt;orders&gt;");
    expect(html).toContain("Please &lt;look&gt;.");
    expect(html).not.toContain("<orders>");
    expect(html.length).toBeLessThan(100_000);
    expect(mail.text).toContain("Good morning.");
    // The tiles in their order on the grid: the number, the bars, the table.
    const order = ["Orders", "Orders by status", "All"].map(name => mail.text!.indexOf(`\n${name}`));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const rows = (await csvOf(chartId))
      .trim()
      .split("\r\n")
      .slice(1)
      .map(line => line.split(","));
    expect(rows.length).toBeGreaterThan(1);
    for (const [status = "", count = ""] of rows) {
      expect(mail.text).toContain(status);
      expect(mail.text).toContain(count);
    }
    const pictures = mail.attachments.filter(({related}) => related);
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.content.subarray(1, 4).toString()).toBe("PNG");
    const stop = /https:\/\/analytics\.example\/unsubscribe\?t=[\w.-]+/.exec(mail.text ?? "")?.[0] ?? "";
    expect(String(raw)).toContain(`List-Unsubscribe: <${stop}>`);
    const other = t.mailTo("two@example.com")[0]?.mail.text ?? "";
    expect(other).not.toContain(stop);
    expect(mail.text).toContain(`https://analytics.example/dashboards/${dashboardId}`);

    // A recipient who unsubscribes gets no more mail, and the owner sees that.
    const path = stop.replace("https://analytics.example", "");
    const stopped = await t.app.handle(
      new Request(`http://service.test${path}`, {
        method: "POST",
        body: "List-Unsubscribe=One-Click",
        headers: {"content-type": "application/x-www-form-urlencoded"},
      }),
    );
    expect(stopped.status).toBe(200);
    expect((await t.call("GET", `/api/schedules/${id}`)).body.stopped).toEqual(["one@example.com"]);
    const next = await t.sent(id);
    expect(next.recipients.map((one: {status: string}) => one.status)).toEqual(["skipped", "sent"]);
    expect(t.mailTo("one@example.com")).toHaveLength(1);
  });

  test("reports for each part the filters that do not apply to it, and applies the others", async () => {
    const filters = [
      {field: "orders.status", op: "=", value: "paid"},
      {field: "orders.nothing", op: "=", value: 1},
    ];
    const resource = {resourceType: "dashboard", resourceId: dashboardId};
    const id = await schedule({...resource, filters, recipients: ["filtered@example.com"]});
    expect((await t.sent(id)).status).toBe("succeeded");
    const text = t.mailTo("filtered@example.com")[0]?.mail.text ?? "";
    expect(text).toContain("Filtered: Orders status is paid");
    expect(text.split("Not filtered by orders.nothing").length).toBe(4);
    expect(text).not.toContain("Not filtered by orders.status");
    expect(text).not.toMatch(/^open\b/m);
  });

  test("attaches the same files that the API returns", async () => {
    const id = await schedule({recipients: ["files@example.com"], formats: ["csv", "xlsx", "png", "pdf"]});
    const delivery = await t.sent(id);
    expect(delivery.status).toBe("succeeded");
    expect(delivery.files.map(({name}: {name: string}) => name)).toEqual([
      "orders-by-status.csv",
      "orders-by-status.xlsx",
      "orders-by-status.png",
      "orders-by-status.pdf",
    ]);
    const [received] = t.mailTo("files@example.com");
    const file = (name: string) => received!.mail.attachments.find(one => one.filename === name)!.content;
    expect(file("orders-by-status.csv").toString()).toBe(await csvOf(chartId));
    const get = async (path: string, accept: string) => {
      const headers = {authorization: `Bearer ${t.org.admin.token}`, accept};
      const answer = await t.app.handle(new Request(`http://service.test${path}`, {headers}));
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const png = await get(`/api/charts/${chartId}/image.png?width=960&height=540&scale=2`, "image/png");
    expect(file("orders-by-status.png").equals(png)).toBe(true);
    expect(file("orders-by-status.pdf").subarray(0, 5).toString()).toBe("%PDF-");
    for (const {name, sizeBytes} of delivery.files) {
      const fetched = await get(`/api/deliveries/${delivery.id}/files/${name}`, "*/*");
      expect(fetched.equals(file(name))).toBe(true);
      expect(fetched.byteLength).toBe(sizeBytes);
    }
  });

  test("to a bad address fails for that address alone; a retry mails only that address, with the same bytes", async () => {
    const recipients = ["good@example.com", "nobody@example.com"];
    const id = await schedule({recipients});
    const info = spyOn(t.worker.worker.log, "info");
    const delivery = await t.due(id);
    const logged = JSON.stringify(info.mock.calls);
    info.mockRestore();
    // The record has the whole answer, and the log has it without the address.
    expect(logged).toContain("550 <…> has no such mailbox");
    expect(logged).not.toContain("nobody@");
    expect(delivery).toMatchObject({
      status: "failed",
      recipients: [
        {email: "good@example.com", status: "sent"},
        {
          email: "nobody@example.com",
          status: "failed",
          attempts: 1,
          error: expect.stringContaining("<nobody@example.com> has no such mailbox"),
        },
      ],
    });
    expect((await t.call("GET", `/api/schedules/${id}`)).body).toMatchObject({
      active: true,
      lastDelivery: {id: delivery.id, status: "failed"},
    });
    const retried = await t.call("POST", `/api/deliveries/${delivery.id}/retry`);
    expect(retried.status).toBe(202);
    const again = await t.ended(delivery.id);
    expect(again.recipients[1]).toMatchObject({status: "failed", attempts: 1});
    expect(again.recipients[1].messageId).toBe(delivery.recipients[1].messageId);
    expect(t.mailTo("good@example.com")).toHaveLength(1);
    expect(
      (await t.call("POST", `/api/deliveries/${(await t.sent(await schedule())).id}/retry`)).status,
    ).toBe(409);
  });

  test("that the mail server refuses for now waits, and is tried again with the same message id", async () => {
    const id = await schedule({recipients: ["later@example.com"]});
    const {deliveryId} = await t.made(`/api/schedules/${id}/run`, {});
    const read = async () => (await t.call("GET", `/api/deliveries/${deliveryId}`)).body;
    await until(async () => (await read()).recipients[0].error);
    expect(await read()).toMatchObject({
      status: "running",
      recipients: [{status: "queued", attempts: 1, error: expect.stringContaining("greylisted")}],
    });
    const job = await until(async () => {
      const {rows} = await sql<{seconds: number}>`
        select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
        where key = ${deliveryId} and locked_at is null`.execute(t.db);
      expect(rows.length).toBeLessThan(2);
      return rows[0];
    });
    expect(job.seconds).toBeGreaterThan(30);
  });

  test("names a deleted resource, and a schedule without any resource left is paused", async () => {
    const {id: gone} = await t.made("/api/charts", {name: "Short-lived", type: "table", query: BY_STATUS});
    const resources = [
      {resourceType: "chart", resourceId: gone},
      {resourceType: "chart", resourceId: chartId},
    ];
    const id = await schedule({
      resourceType: undefined,
      resourceId: undefined,
      resources,
      recipients: ["named@example.com"],
    });
    await t.call("DELETE", `/api/charts/${gone}`);
    const delivery = await t.due(id);
    expect(delivery).toMatchObject({
      status: "failed",
      resources: [
        {name: "Short-lived", status: "failed"},
        {name: "Orders by status", status: "succeeded"},
      ],
      recipients: [{status: "sent"}],
    });
    const [received] = t.mailTo("named@example.com");
    expect(received?.mail.text).toContain("Short-lived");
    expect(received?.mail.subject).toContain("(incomplete)");
    const only = await t.made("/api/charts", {name: "Only one", type: "table", query: BY_STATUS});
    const single = await schedule({resourceId: only.id});
    await t.call("DELETE", `/api/charts/${only.id}`);
    await t.due(single);
    expect((await t.call("GET", `/api/schedules/${single}`)).body).toMatchObject({
      active: false,
      nextRun: null,
      pausedBecause: "Everything that the schedule sends was deleted.",
    });
  });

  test("that somebody started by hand names that person, and reports a failure to that person alone", async () => {
    const {adminUser, admin} = t.org;
    const names = await sql<{id: string; name: string; email: string | null}>`
      select id, name, email from principals where id in (${adminUser.id}, ${admin.id})`.execute(t.db);
    const nameOf = (id: string) => names.rows.find(one => one.id === id)?.name ?? "";
    const own = names.rows.find(({id}) => id === adminUser.id)?.email ?? "";
    const id = await schedule({name: "Pressed", recipients: ["pressed@example.com"]});
    expect((await t.sent(id, adminUser.token)).status).toBe("succeeded");
    const [mail] = t.mailTo("pressed@example.com");
    expect(mail?.mail.text).toContain(
      `${nameOf(adminUser.id)} has sent you "Pressed" of ${nameOf(admin.id)}.`,
    );
    expect((await t.sent(id)).status).toBe("succeeded");
    const [, byOwner] = t.mailTo("pressed@example.com");
    expect(byOwner?.mail.text).toContain(`${nameOf(admin.id)} has sent you "Pressed".`);
    const told = (about: string) =>
      t.mailTo(own).filter(({mail: {subject}}) => subject === `"${about}" was not delivered completely`);
    expect(told("Pressed")).toHaveLength(0);

    const lost = await schedule({name: "Lost", recipients: ["nobody.pressed@example.com"]});
    for (let times = 1; times <= 2; times++) {
      expect((await t.sent(lost, adminUser.token)).status).toBe("failed");
      const notices = await until(() => told("Lost").length === times && told("Lost"));
      expect(notices.at(-1)?.mail.text).toMatch(/nobody\.pressed@example\.com: .*no such mailbox/);
    }
    const {rows} = await sql`
      select r.email from deliveries d join delivery_recipients r on r.delivery_id = d.id
      where d.source_id = ${lost} and d.notice_of is not null`.execute(t.db);
    expect(rows).toEqual([{email: own}, {email: own}]);
  });

  test("beyond the organization's recipients of the day fails with that reason, and mails nobody", async () => {
    // Also for the next day, which may begin before the delivery does.
    const set = (messages: number) =>
      sql`
      insert into mail_days (org_id, day, messages)
      select ${t.org.id}, (now() at time zone 'UTC')::date + ahead, ${messages} from generate_series(0, 1) ahead
      on conflict (org_id, day) do update set messages = excluded.messages`.execute(t.db);
    const id = await schedule({recipients: ["limit1@example.com", "limit2@example.com"]});
    await set(9_999);
    expect(await t.sent(id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("10000 recipients a day"),
    });
    expect([...t.mailTo("limit1@example.com"), ...t.mailTo("limit2@example.com")]).toEqual([]);
    await set(9_998);
    expect((await t.sent(id)).status).toBe("succeeded");
    expect(t.mailTo("limit2@example.com")).toHaveLength(1);
    await set(0);
  });

  test("that fails for good is reported once a day, to the person who looks after it", async () => {
    await sql`update principals set email = 'admin@example.com' where id = ${t.org.adminUser.id}`.execute(
      t.db,
    );
    const id = await schedule({name: "Told", recipients: ["nobody@example.com"]});
    const first = await t.due(id);
    expect(first.status).toBe("failed");
    const told = () => t.mailTo("admin@example.com").filter(({mail}) => mail.subject?.includes("Told"));
    await until(() => told().length > 0);
    expect(told()).toHaveLength(1);
    expect(told()[0]?.mail.text).toContain("nobody@example.com");
    expect(told()[0]?.mail.text).toContain(first.id);
    await sql`delete from deliveries where id = ${first.id}`.execute(t.db);
    await t.due(id);
    await Bun.sleep(300);
    expect(told()).toHaveLength(1);
    const listed = (await t.call("GET", `/api/schedules/${id}/deliveries`)).body;
    expect(listed.every((one: {noticeOf?: string}) => one.noticeOf === undefined)).toBe(true);
  });
});

describe("the condition", () => {
  const none = {...BY_STATUS, filters: [{field: "orders.status", op: "=", value: "no such status"}]};

  test("has_rows sends nothing if there are no rows", async () => {
    const {id: empty} = await t.made("/api/charts", {name: "Empty", type: "table", query: none});
    const id = await schedule({
      resourceId: empty,
      condition: {type: "has_rows"},
      recipients: ["rows@example.com"],
    });
    expect(await t.due(id)).toMatchObject({
      status: "skipped",
      error: "The condition was not met: there are no rows.",
      recipients: [{status: "skipped"}],
    });
    expect(t.mailTo("rows@example.com")).toEqual([]);
    // A test delivery is sent regardless.
    expect((await t.sent(id)).status).toBe("succeeded");
  });

  test("changed sends the first time, and then only when the data have changed", async () => {
    const id = await schedule({condition: {type: "changed"}, recipients: ["changed@example.com"]});
    expect((await t.due(id)).status).toBe("succeeded");
    await sql`update deliveries set slot = slot - interval '1 day' where source_id = ${id}`.execute(t.db);
    expect((await t.due(id)).status).toBe("skipped");
    expect(t.mailTo("changed@example.com")).toHaveLength(1);
  });

  test.each([
    [">", 0, "succeeded"],
    [">", 1_000_000, "skipped"],
    ["<", 1_000_000, "succeeded"],
  ])("threshold %s %d gives %s", async (op, value, status) => {
    const query = {model: "orders", measures: ["orders.count"]};
    const condition = {type: "threshold", query, measure: "orders.count", op, value};
    expect((await t.due(await schedule({condition}))).status).toBe(status);
  });
});

describe("a principal's rights", () => {
  test("that were lost make the delivery fail with a reason, and send nobody else's rows", async () => {
    const person = await addPerson(t);
    const share = {resourceType: "chart", resourceId: chartId, granteeUserId: person.id, permission: "view"};
    const grant = await t.made("/api/grants", share);
    const id = (
      await t.made(
        "/api/schedules",
        {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients: ["lost@example.com"]},
        person.token,
      )
    ).id;
    expect((await t.sent(id, person.token)).status).toBe("succeeded");
    expect(
      (await t.call("DELETE", `/api/grants/${grant.id}?resourceType=chart&resourceId=${chartId}`)).status,
    ).toBe(204);
    const delivery = await t.due(id);
    expect(delivery).toMatchObject({
      status: "failed",
      resources: [{status: "failed"}],
      recipients: [{status: "sent"}],
    });
    const last = t.mailTo("lost@example.com").at(-1)?.mail;
    expect(last?.text).toContain("There is no chart");
    expect(last?.attachments).toEqual([]);
  });
});

describe("a preview", () => {
  test("is the mail as HTML, with its pictures, and sends nothing", async () => {
    const answer = await t.call("POST", "/api/schedules/preview", {
      body: {resourceType: "dashboard", resourceId: dashboardId, message: "<b>bold</b>"},
      headers: {accept: "text/html"},
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toStartWith("text/html");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.text).toContain("data:image/png;base64,");
    expect(answer.text).not.toContain("cid:");
    expect(answer.text).toContain("&lt;b&gt;bold");
    const {rows} = await sql`select from deliveries where definition ->> 'message' like '%bold%'`.execute(
      t.db,
    );
    expect(rows).toEqual([]);
    expect(t.smtp.received.some(({mail}) => String(mail.html).includes("bold"))).toBe(false);
  });
});
