import {type Db, sql, type Tx} from "../../ground/db.ts";
import type {GraphNote} from "../../ground/wire/catalog.ts";
import type {Graph} from "../../semantic/documents.ts";

/** Notes on datasets whose slug is also the name of a model in the graph: new queries with that name mean the model. */
export async function noteHiddenDatasets(db: Db | Tx, orgId: string, {models}: Graph): Promise<GraphNote[]> {
  const names = models.map(model => model.name);
  const {rows} = await sql<{id: string; slug: string}>`
    select id, slug from datasets
    where org_id = ${orgId} and slug = any (${names}::text[])
    order by slug`.execute(db);
  return rows.map(({id, slug}) => ({
    model: slug,
    code: "hides_dataset",
    message:
      `A dataset is named "${slug}" too: queries with that name mean the model from now on. Charts over the dataset ` +
      `stay with it, and queries reach it by its id, "${id}".`,
  }));
}
