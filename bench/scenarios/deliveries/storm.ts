import {createTransport} from "nodemailer";
import {forEachConcurrently} from "../../../shared/core/for-each-concurrently.ts";
import {besideForeignLoad, meanwhile} from "../../foreign-load.ts";
import {say} from "../../progress.ts";
import {smallQuery} from "../../questions.ts";
import {summaryOf} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {type Caller, idOf, type Service} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {newAuthor, newDashboard, recipientsOf} from "./content.ts";

export const RECIPIENTS = 3;
const [SCHEDULES, DASHBOARDS, TILES] = [1000, 20, 6];

/**
 * A thousand schedules of twenty dashboards in the same minute, three recipients each, against drawing and rendering
 * each dashboard once and handing as many such mails over with the mail library alone. Meanwhile a client runs small
 * queries.
 */
export async function storm(stage: Stage): Promise<Row[]> {
  const service = await stage.service();
  const schedules = stage.quick ? SCHEDULES / 10 : SCHEDULES;
  const messages = schedules * RECIPIENTS;
  say(`${schedules} schedules in one minute`);
  const call = await newAuthor(service);
  const ids = await makeSchedules(service, call, schedules);
  const drawnMs = await drawEach(call, ids.dashboards);
  const {sentMs, bytes} = await sendAlone(service, messages);
  const tiny = service.ask(service.projects.postgres, smallQuery());
  const beside = await besideForeignLoad(tiny);
  const before = await service.worker.residentMb();
  const [stormMs, during] = await meanwhile(tiny, () => comeDue(service, ids.schedules, messages));
  const after = await service.worker.residentMb();
  const note = `${(stormMs / 1000).toFixed(1)} s; drawn in ${(drawnMs / 1000).toFixed(1)} s, handed over in ${(sentMs / 1000).toFixed(1)} s; ${Math.round(bytes / 1000)} KB each`;
  return [
    rowOf(
      `${schedules} schedules due at once ÷ only drawing each dashboard and sending the mails`,
      {atMost: 2},
      summaryOf([stormMs / (drawnMs + sentMs)]),
      note,
    ),
    rowOf(
      "p99 of a small query during these deliveries ÷ during an unrelated load",
      {atMost: 3},
      summaryOf([during / beside]),
      `${during.toFixed(1)} ms, ${beside.toFixed(1)} ms`,
    ),
    rowOf("memory growth of the worker", {atMost: 300, unit: "MB"}, summaryOf([after - before])),
  ];
}

export async function makeSchedules({projects}: Service, call: Caller, count: number) {
  const dashboards: string[] = [];
  for (let n = 0; n < DASHBOARDS; n++) {
    dashboards.push(await newDashboard(call, projects.postgres, `Storm ${n}`, TILES));
  }
  const schedules: string[] = [];
  const cron = "0 8 1 1 *";
  await forEachConcurrently(Array.from({length: count}).keys(), 8, async n => {
    const resourceId = dashboards[n % DASHBOARDS];
    const recipients = recipientsOf(RECIPIENTS);
    schedules.push(
      idOf(await call("/api/schedules", {resourceType: "dashboard", resourceId, cron, recipients})),
    );
  });
  return {dashboards, schedules};
}

/** A preview runs, draws and renders what a delivery does. */
async function drawEach(call: Caller, dashboards: readonly string[]): Promise<number> {
  const started = performance.now();
  await forEachConcurrently(dashboards, 4, async resourceId => {
    await call("/api/schedules/preview", {resourceType: "dashboard", resourceId}).catch(error => {
      // The answer is HTML, and no JSON.
      if (!(error instanceof SyntaxError)) throw error;
    });
  });
  return performance.now() - started;
}

/**
 * Sends as many messages as the storm does, each of the size of one delivery, with only the mail library and its pool.
 */
export async function sendAlone({mail}: Service, messages: number) {
  const transport = createTransport({
    url: mail.url,
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    ignoreTLS: true,
  });
  const html = "<p>x</p>".repeat(2000);
  const content = Buffer.alloc(28_000, 7);
  const attachments = Array.from({length: TILES}, (_, n) => ({
    filename: `${n}.png`,
    contentType: "image/png",
    content,
    cid: `${n}@report`,
  }));
  const before = mail.taken().bytes;
  const started = performance.now();
  await forEachConcurrently(Array.from({length: messages}).keys(), 10, async n => {
    await transport.sendMail({
      from: "bench@service.example",
      to: `person${n}@example.com`,
      subject: "Alone",
      html,
      text: "x\n".repeat(1000),
      attachments,
    });
  });
  const sentMs = performance.now() - started;
  transport.close();
  return {sentMs, bytes: (mail.taken().bytes - before) / messages};
}

export async function comeDue(
  {databaseUrl, mail}: Service,
  ids: readonly string[],
  messages: number,
): Promise<void> {
  const {messages: before} = mail.taken();
  await rowsOf(
    databaseUrl,
    "update cadences set next_at = date_trunc('minute', now()) where id = any ($1::text[])",
    [[...ids]],
  );
  await rowsOf(databaseUrl, "select graphile_worker.add_job('take_due')", []);
  await mail.reached(before + messages);
}
