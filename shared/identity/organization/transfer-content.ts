import {transferEvaluations} from "../../automation/evaluations/recurring.ts";
import {transferDeclared} from "../../content/dashboards/declared-filters.ts";
import {sql, type Tx} from "../../core/db.ts";
import {placerLevel} from "../../tenancy/content-rights/inherited-access.ts";
import {mayQuerySource} from "../../tenancy/content-rights/open-fields.ts";
import {transferRuns} from "./transfer-run-as.ts";

/**
 * Transfers everything that needs a principal to the heir. A verified question keeps the attributes that it was
 * verified with, which decide who may see it. A tile whose placer no longer has a right on the chart gets no placer,
 * because an heir with more rights would open the chart to others. A tile that gets the heir as its placer opens no
 * more to others than before, until the chart is removed and placed again.
 */
export async function transferContent(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  await transferDeclared(tx, orgId, principalId, heirId);
  await transferRuns(tx, orgId, principalId, heirId);
  await transferEvaluations(tx, orgId, principalId, heirId);
  await sql`
    update verified_questions set verified_by = ${heirId}
    where org_id = ${orgId} and verified_by = ${principalId}`.execute(tx);
  // The tiles are updated before the ownership, because the placer's rights may come from owning the chart.
  await sql`
    update dashboard_tiles t set placed_by = case when ${placerLevel} > 0 then ${heirId} end,
      most_level = least(t.most_level, ${placerLevel}),
      vouches_rows = t.vouches_rows and p.attributes = heir.attributes,
      vouches_source = t.vouches_source and ${mayQuerySource}
    from content c, charts k, principals p, principals heir
    where t.org_id = ${orgId} and t.placed_by = ${principalId} and c.org_id = t.org_id and c.id = t.chart_id
      and k.org_id = t.org_id and k.id = t.chart_id and p.org_id = t.org_id and p.id = ${principalId}
      and heir.org_id = t.org_id and heir.id = ${heirId}`.execute(tx);
  await sql`
    update content set owner_id = ${heirId}, updated_at = now()
    where org_id = ${orgId} and owner_id = ${principalId}`.execute(tx);
}
