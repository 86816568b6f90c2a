import {withoutReadOnly} from "../../../core/validate.ts";
import {checkGrant, putGrant} from "../../../tenancy/grants/grants.ts";
import {GrantInput} from "../../../tenancy/grants/schemas.ts";
import {defineKind} from "./kind.ts";

/** A grant is not content, but agents make, check and delete it in the same way. */
export const grant = defineKind("grant", {
  description:
    "Shares a chart, dashboard, sheet or dataset with a team or a person. On a dashboard cascadeChartsPermission shares its charts, too: without it tiles stay empty. The same grantee again replaces the grant.",
  input: withoutReadOnly(GrantInput),
  hints: {destructiveHint: true, idempotentHint: true},
  async create({db}, actor, input) {
    await checkGrant(db, actor, input);
    return (await putGrant(db, actor, input)).grant;
  },
});
