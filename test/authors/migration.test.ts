import {expect, test} from "bun:test";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {authorsService} from "./service.ts";

const text = readFileSync(join(import.meta.dir, "../../sql/migrations/0062_authors.sql"), "utf8");
/** The migration without the columns, which exist already. */
const PINNING = text.slice(text.indexOf("create function pinned_query"));

test("earlier saved work refers to the dataset that existed when it was saved, and not to one created since", async () => {
  const t = await authorsService();
  try {
    const {projectId} = t.shops.duckdb;
    const dataset = async (name: string) =>
      t.made(`/api/projects/${projectId}/datasets`, {name, kind: "live", definition: {model: "customers"}});
    const [before, since] = [await dataset("Before"), await dataset("Since")];
    const query = (model: string) => ({model, measures: [`${model}.count`]});
    const trigger = (model: string) => ({type: "threshold", query: query(model), measure: `${model}.count`});
    const effect = (model: string) => ({type: "snapshot_dataset", name: "x", projectId, query: query(model)});
    const id = newId("act");
    await sql`
      insert into content (id, org_id, type, name, owner_id)
      values (${id}, ${t.org.id}, 'action', 'Old', ${t.alice.id})`.execute(t.db);
    await sql`
      insert into actions (id, org_id, trigger, effects, run_as)
      values (${id}, ${t.org.id}, ${JSON.stringify(trigger(before.slug))}, ${JSON.stringify([
        effect(before.slug),
        effect(since.slug),
        effect("orders"),
        {type: "email", recipients: [], subject: "s", message: "m"},
      ])}, ${t.alice.id})`.execute(t.db);
    await sql`update content set created_at = now() + interval '1 hour' where id = ${since.id}`.execute(t.db);
    for (let twice = 0; twice < 2; twice++) await sql.raw(PINNING).execute(t.db);
    const {rows} = await sql<{trigger: object; effects: object[]}>`
      select trigger, effects from actions where id = ${id}`.execute(t.db);
    const model = (of: string, named: string) => ({query: {model: named, measures: [`${of}.count`]}});
    expect(rows).toMatchObject([
      {
        trigger: model(before.slug, before.id),
        effects: [
          model(before.slug, before.id),
          model(since.slug, since.slug),
          model("orders", "orders"),
          {type: "email"},
        ],
      },
    ]);
  } finally {
    await t.stop();
  }
});
