import {expect} from "bun:test";
import {publish} from "../../shared/core/change-notices.ts";
import {type AgentService, agentService} from "../agents/service.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";

type Json = ReturnType<typeof JSON.parse>;
export type Person = Awaited<ReturnType<typeof addPerson>>;

/** The shop's customers: Ada in the north, Bo in the south. A rule of the model restricts them to the reader's regions. */
export const NORTH = {
  model: "customers",
  dimensions: ["customers.name"],
  filters: [{field: "customers.region", op: "=", value: "north"}],
};
export const ALL = {model: "customers", dimensions: ["customers.name"]};

export interface AuthorsService extends AgentService {
  teamId: string;
  /** A person with the rows of the north and of the south. */
  alice: Person;
  /** A person with the rows of the north only, in Alice's team. */
  eve: Person;
  chart(person: Person, query: object, more?: object): Promise<string>;
  board(person: Person, chartIds: readonly string[], more?: object): Promise<string>;
  /** Puts these charts on the dashboard, in place of the charts that are there. */
  place(person: Person, dashboardId: string, chartIds: readonly string[]): Promise<void>;
  /** Runs the action by hand, and waits for its end. */
  acted(person: Person, actionId: string, body?: object): Promise<Json>;
  setAttributes(person: Person, attributes: object): Promise<void>;
}

/** The whole service with two people of one team, one of whom sees more rows. */
export async function authorsService(): Promise<AuthorsService> {
  const t = await agentService();
  const teamId = await addTeam(t, "Sales");
  const member = (region: string[], role: "admin" | "member" = "member") =>
    addPerson(t, {teams: [{id: teamId, role: "member"}], attributes: {region}, role});
  const [alice, eve] = [await member(["north", "south"]), await member(["north"])];
  const place: AuthorsService["place"] = async ({token}, id, chartIds) => {
    const tiles = chartIds.map((chartId, y) => ({chartId, x: 0, y: y * 5, w: 36, h: 5}));
    const {status} = await t.call("PUT", `/api/dashboards/${id}/layout`, {token, body: {tiles}});
    expect(status).toBe(200);
  };
  return {
    ...t,
    teamId,
    alice,
    eve,
    place,
    chart: async ({token}, query, more = {}) =>
      (await t.made("/api/charts", {name: "A chart", type: "table", teamId, query, ...more}, token)).id,
    async board(person, chartIds, more = {}) {
      const {id} = await t.made("/api/dashboards", {name: "Board", teamId, ...more}, person.token);
      await place(person, id, chartIds);
      return id;
    },
    async acted({token}, id, body = {}) {
      const {id: runId} = await t.made(`/api/actions/${id}/runs`, body, token);
      return until(async () => {
        const run = (await t.call("GET", `/api/actions/${id}/runs/${runId}`, {token})).body;
        return run.finishedAt ? run : undefined;
      });
    },
    async setAttributes({id}, attributes) {
      const values = {attributes: JSON.stringify(attributes)};
      await t.db.updateTable("principals").set(values).where("id", "=", id).execute();
      await publish(t.db, {kind: "principal", id});
      await t.web.notices.caughtUp();
    },
  };
}
