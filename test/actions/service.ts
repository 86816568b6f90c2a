import {until} from "../support/until.ts";
import {type MailService, mailService} from "../worker/deliveries/service.ts";

export interface ActionService extends MailService {
  /** Waits for the end of a run, and returns it. */
  runEnded(actionId: string, runId: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Runs the action by hand, and waits for the end of the run. */
  ran(actionId: string, body?: object): Promise<ReturnType<typeof JSON.parse>>;
  /** Waits until the action has this many runs and all have ended, and returns them, newest first. */
  runs(actionId: string, count: number): Promise<ReturnType<typeof JSON.parse>[]>;
  /** Waits until no event is left to be handled. */
  allTaken(): Promise<void>;
}

export async function actionService(...options: Parameters<typeof mailService>): Promise<ActionService> {
  const t = await mailService(...options);
  const get = async (path: string) => (await t.call("GET", path)).body;
  const runEnded = async (actionId: string, runId: string) => {
    const ended = await until(async () => {
      const run = await get(`/api/actions/${actionId}/runs/${runId}`);
      return run.finishedAt ? run : undefined;
    });
    // Datasets that a run has created are in the web process' caches only after their notice.
    await t.web.notices.caughtUp();
    return ended;
  };
  return {
    ...t,
    runEnded,
    ran: async (id, body = {}) => runEnded(id, (await t.made(`/api/actions/${id}/runs`, body)).id),
    runs: (id, count) =>
      until(async () => {
        const runs = await get(`/api/actions/${id}/runs`);
        const isOver = runs.every((run: {finishedAt: string | null}) => run.finishedAt !== null);
        return isOver && runs.length >= count ? runs : undefined;
      }),
    async allTaken() {
      await until(async () => {
        const left = await t.db.selectFrom("events").select("id").execute();
        return left.length === 0;
      });
    },
  };
}
