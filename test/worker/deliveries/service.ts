import type {SMTPServerOptions} from "smtp-server";
import {sql} from "../../../shared/core/db.ts";
import {shopProjects} from "../../support/shop.ts";
import {type ReceivedMail, smtpServer, type TestSmtp} from "../../support/smtp.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

export const BY_STATUS = {
  model: "orders",
  dimensions: ["orders.status"],
  measures: ["orders.count"],
  orderBy: ["orders.status"],
};

export interface MailService extends TestService {
  smtp: TestSmtp;
  shops: Awaited<ReturnType<typeof shopProjects>>;
  made(path: string, body: object, token?: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Waits until the delivery has ended, and returns it. */
  ended(deliveryId: string, token?: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Sends the schedule as a test, and waits for its end. */
  sent(scheduleId: string, token?: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Makes the schedule come due now, as its cadence would, and waits for the end of its delivery. */
  due(scheduleId: string): Promise<ReturnType<typeof JSON.parse>>;
  /**
   * Waits until the schedule's newest delivery is put off for the `nth` time, and returns it with its pause in seconds.
   */
  putOff(scheduleId: string, nth: number): Promise<{id: string; seconds: number}>;
  /** Makes the delivery's next attempt due now. */
  later(deliveryId: string): Promise<void>;
  mailTo(email: string): ReceivedMail[];
}

/** The whole service with a mail server and the shop's projects. */
export async function mailService({
  environment = {},
  smtp: options,
  judge,
  kept,
}: {
  environment?: Record<string, string>;
  smtp?: SMTPServerOptions;
  judge?: (mail: ReceivedMail) => Error | undefined;
  kept?: (mail: ReceivedMail) => Promise<void>;
} = {}): Promise<MailService> {
  const smtp = await smtpServer(options, judge, kept);
  const t = await testService({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Reports <reports@service.example>",
    BASE_URL: "https://analytics.example",
    ...environment,
  });
  const shops = await shopProjects(t);
  const made = async (path: string, body: object, token = t.org.admin.token) => {
    const answer = await t.call("POST", path, {body, token});
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const ended = async (id: string, token = t.org.admin.token) => {
    // Polls the database and not the service, which would use the processor that the delivery needs.
    await until(async () => {
      const {rows} = await sql`select from deliveries where id = ${id} and finished_at is not null`.execute(
        t.db,
      );
      return rows.length > 0;
    });
    return (await t.call("GET", `/api/deliveries/${id}`, {token})).body;
  };
  return {
    ...t,
    smtp,
    shops,
    made,
    ended,
    sent: async (id, token) => ended((await made(`/api/schedules/${id}/run`, {}, token)).deliveryId, token),
    async due(id) {
      const {rows} = await sql<{next_at: Date}>`
        update cadences set next_at = date_trunc('minute', now()) where id = ${id} returning next_at`.execute(
        t.db,
      );
      await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
      const {id: deliveryId} = await until(async () => {
        const found = await sql<{id: string}>`
          select id from deliveries
          where source_id = ${id} and trigger = 'schedule' and notice_of is null and slot = ${rows[0]?.next_at}`.execute(
          t.db,
        );
        return found.rows[0];
      });
      return ended(deliveryId);
    },
    putOff: (scheduleId, nth) =>
      until(async () => {
        const {rows} = await sql<{id: string; seconds: number}>`
          select d.id, extract(epoch from j.run_at - now())::float8 as seconds
          from deliveries d join graphile_worker.jobs j on j.key = d.id
          where d.source_id = ${scheduleId} and d.renderings = ${nth} and j.locked_at is null and j.run_at > now()`.execute(
          t.db,
        );
        return rows[0];
      }),
    async later(id) {
      await sql`
        select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${id}),
          run_at => now())`.execute(t.db);
    },
    mailTo: email => smtp.received.filter(({to}) => to.includes(email)),
    async stop() {
      await t.stop();
      await shops.drop();
      await smtp.stop();
    },
  };
}
