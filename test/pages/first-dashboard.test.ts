import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type Browser, type BrowserContext, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {type Launcher, launch, launcherEnvironment, STARTED} from "../bin/start/launcher.ts";
import {BROWSER_FLAGS, chromiumPath, PAGE_WAIT_MS} from "../support/chromium.ts";
import {emptyDatabase, type TestDatabase} from "../support/postgres.ts";
import {smtpServer, type TestSmtp} from "../support/smtp.ts";
import {until} from "../support/until.ts";
import {onPostgres} from "../support/warehouse.ts";
import {faultsIn} from "./visit.ts";

const CHROMIUM = chromiumPath();
const root = join(import.meta.dir, "..", "..");
const PASSWORD = "six odd tables and a mail";

/** An awkward warehouse: rare types, a name that needs quotes, a partitioned table, secrets. */
const WAREHOUSE = [
  "create type tier as enum ('gold', 'silver')",
  "create type status as enum ('paid', 'open', 'lost')",
  "create type size as (width int, height int)",
  "create domain email as text check (value like '%@%')",
  `create table customers (id uuid primary key default gen_random_uuid(), email email, tier tier, profile jsonb,
    last_ip inet, password_hash text, api_key text, vip boolean)`,
  `create table products (id smallint primary key, name varchar(80), price money, tags text[], size size, manual xml,
    words tsvector)`,
  `create table orders (id bigint generated always as identity primary key, customer_id uuid references customers,
    status status, placed_at timestamptz, delivered_on text, on_the_way interval)`,
  `create table order_lines (order_id bigint references orders, line_no smallint, product_id smallint references products,
    quantity numeric(20, 6), discount real, primary key (order_id, line_no))`,
  "create table visits (at timestamp not null, ip cidr, agent bytea, place point) partition by range (at)",
  "create table visits_2026 partition of visits for values from ('2026-01-01') to ('2027-01-01')",
  `create table "Support Tickets" ("No." serial primary key, "Opened At" date, "e-mail" text, flags bit(3),
    hours int4range, priority "char")`,
  `insert into customers (email, tier, profile, last_ip, password_hash, api_key, vip)
    select 'c' || n || '@example.com', (array['gold', 'silver'])[1 + n % 2]::tier, '{"a": 1}', '10.0.0.1', md5(n::text),
      md5(n::text), n % 3 = 0 from generate_series(1, 20) n`,
  `insert into products select n, 'Product ' || n, (n * 1.5)::numeric::money, '{a,b}', row(n, 1)::size, '<a/>', 'a'
    from generate_series(1, 9) n`,
  `insert into orders (customer_id, status, placed_at, delivered_on, on_the_way)
    select (select id from customers order by email offset n % 20 limit 1),
      (array['paid', 'paid', 'open', 'lost', 'paid'])[1 + n % 5]::status,
      timestamptz '2026-01-01 12:00+00' + n * interval '1 day', to_char(date '2026-01-01' + n, 'DD.MM.YYYY'), '2 days'
    from generate_series(1, 200) n`,
  "insert into order_lines select id, 1, 1 + id % 9, 2.5, 0.1 from orders",
  "insert into visits select timestamp '2026-02-01' + n * interval '1 hour', '10.0.0.0/8', 'x', '(1,2)' from generate_series(1, 50) n",
  `insert into "Support Tickets" ("Opened At", "e-mail", flags, hours, priority)
    select date '2026-03-01' + n, 'c@example.com', b'101', '[1,2)', 'x' from generate_series(1, 5) n`,
];

/** A person in a browser. Each click and each typing is recorded by name. */
class Person {
  readonly presses: string[] = [];
  readonly typings: string[] = [];
  readonly complaints: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on("console", message => this.complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", error => this.complaints.push(String(error)));
    page.on("response", answer => {
      if (answer.status() >= 400) this.complaints.push(`${answer.status()} ${answer.url()}`);
    });
  }

  static async at(browser: Browser, width: number): Promise<Person> {
    const context = await browser.newContext({viewport: {width, height: 900}});
    context.setDefaultTimeout(PAGE_WAIT_MS);
    return new Person(context, await context.newPage());
  }

  /** Follows a link that the person was given. It counts as a click. */
  async open(what: string, url: string): Promise<void> {
    this.presses.push(what);
    await this.page.goto(url);
  }

  async press(role: "button" | "link" | "checkbox" | "radio", name: string | RegExp): Promise<void> {
    this.presses.push(`${role} ${name}`);
    await this.page.getByRole(role, {name, exact: typeof name === "string"}).click();
  }

  async type(name: string, text: string): Promise<void> {
    this.typings.push(name);
    await this.page.getByRole("textbox", {name}).fill(text);
  }

  /** Password fields have no role, so that they are found by their labels. */
  async typePassword(label: string): Promise<void> {
    this.typings.push(label);
    await this.page.getByLabel(label, {exact: true}).fill(PASSWORD);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)(
  "from the first start to a dashboard that a colleague gets by mail",
  () => {
    let launcher: Launcher;
    let warehouse: TestDatabase;
    let smtp: TestSmtp;
    let browser: Browser;
    let dataDir = "";

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), "first-dashboard-"));
      smtp = await smtpServer();
      warehouse = await emptyDatabase();
      await onPostgres(warehouse.url, WAREHOUSE);
      launcher = launch({DATA_DIR: dataDir, PORT: String(await freePort()), SMTP_URL: smtp.url});
      await launcher.printed(STARTED);
      browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
    });

    afterAll(async () => {
      await browser?.close();
      launcher?.kill("SIGTERM");
      await launcher?.exited;
      await smtp?.stop();
      await warehouse?.drop();
      await rm(dataDir, {recursive: true, force: true});
    });

    /** Creates an organization without anything in it, not even the demo. Returns its admin's link. */
    async function emptyOrganization(admin: string): Promise<string> {
      const command = [process.execPath, "bin/org-create.ts", "--name", "Acme", "--admin-email", admin];
      const made = Bun.spawn(command, {
        cwd: root,
        env: launcherEnvironment({DATA_DIR: dataDir}),
        stdout: "pipe",
      });
      const [, link = ""] =
        /(http\S+\/password\?token=\S+)/.exec(await new Response(made.stdout).text()) ?? [];
      return link;
    }

    /** Checks the page on a wide and on a narrow screen. */
    const check = async (page: Page) =>
      expect([page.url(), await faultsIn(page, [{width: 1400}, {width: 390}])]).toEqual([page.url(), []]);

    test("two people need 16 clicks and 6 typings, also on a narrow screen", async () => {
      const [admin, colleague] = ["ada@example.com", "bo.stone@example.com"];
      const ada = await Person.at(browser, 390);
      const {page} = ada;
      await ada.open("the link of org:create", await emptyOrganization(admin));
      await ada.typePassword("New password");
      await ada.typePassword("Repeat the password");
      await ada.press("button", "Set the password");
      await page.waitForURL("**/start");
      await ada.press("button", "PostgreSQL");
      await ada.type("Paste an address", `${warehouse.url}?sslmode=disable`);
      await ada.press("button", "Test and connect");
      const models = page.getByRole("list", {name: "Proposed models"});
      await models.waitFor();
      expect(await models.getByRole("checkbox", {name: /^Include /}).count()).toBe(6);
      await check(page);
      await ada.press("button", "Apply");
      await ada.press("link", "How many orders by month?");
      await page.getByRole("img", {name: "orders: line of Placed at (month), Count, 7 rows."}).waitFor();
      await ada.press("button", "Save as a chart");
      await ada.press("radio", "A new dashboard");
      await ada.press("button", "Save");
      await ada.press("link", "Send regularly");
      await ada.type("Recipients", colleague);
      await check(page);
      await ada.press("button", "Start sending");
      await ada.press("button", "Send it now");
      await ada.press("button", `Let ${colleague} in as a viewer`);
      const invitation = (await page.getByRole("region", {name: "the link"}).textContent()) ?? "";
      await check(page);

      // The mail has a picture, and the numbers beside it.
      const {mail} = await until(() => smtp.received.find(({to}) => to.includes(colleague)));
      const html = mail.html || "";
      const pictures = mail.attachments.filter(({contentType}) => contentType === "image/png");
      expect(pictures.map(({content}) => content.subarray(1, 4).toString())).toEqual(["PNG"]);
      expect(html).toContain(pictures[0]?.content.toString("base64") ?? "none");
      expect(mail.text).toContain(
        "Jan 2026: 30; Feb 2026: 28; Mar 2026: 31; Apr 2026: 30; May 2026: 31; Jun 2026: 30; Jul 2026: 20.",
      );
      const [, sent = ""] = /href="([^"]+\/dashboards\/[^"]+)"/.exec(html) ?? [];
      await page.getByRole("region", {name: "Deliveries"}).getByText("succeeded").waitFor();

      const bo = await Person.at(browser, 390);
      await bo.open("the link that Ada sends", invitation);
      await bo.typePassword("New password");
      await bo.typePassword("Repeat the password");
      await bo.press("button", "Set the password");
      await bo.page.getByRole("navigation", {name: "Main"}).waitFor();
      await bo.open("the link in the mail", sent.replaceAll("&amp;", "&"));
      await bo.page.getByRole("img", {name: "line of Placed at (month), Count, 7 rows."}).waitFor();
      await check(bo.page);

      expect(ada.presses).toEqual([
        "the link of org:create",
        "button Set the password",
        "button PostgreSQL",
        "button Test and connect",
        "button Apply",
        "link How many orders by month?",
        "button Save as a chart",
        "radio A new dashboard",
        "button Save",
        "link Send regularly",
        "button Start sending",
        "button Send it now",
        `button Let ${colleague} in as a viewer`,
      ]);
      expect(ada.typings).toEqual(["New password", "Repeat the password", "Paste an address", "Recipients"]);
      expect(bo.presses).toEqual([
        "the link that Ada sends",
        "button Set the password",
        "the link in the mail",
      ]);
      expect(bo.typings).toEqual(["New password", "Repeat the password"]);
      expect([...ada.complaints, ...bo.complaints]).toEqual([]);
      await ada.leave();
      await bo.leave();
    });
  },
);
