import {Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../../shared/core/access.ts";
import {withReadOnly} from "../../../shared/core/validate.ts";
import {
  NewServiceAccount,
  ServiceAccount,
  TokenAnswer,
} from "../../../shared/identity/organization/schemas.ts";
import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  requireOwnScopes,
  rotateServiceAccount,
} from "../../../shared/identity/organization/service-accounts.ts";
import type {Web} from "../../dependencies.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import {example} from "../../openapi/organization-examples.ts";
import {Operations} from "../../server/operations.ts";
import {TransferQuery} from "./transfer-query.ts";

const MAX_OVERLAP_SECONDS = 7 * 24 * 3600;

const RotateInput = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description:
          "How long the old token stays valid, in seconds; at most 604800, a week. Default 0: the old token ends within a second.",
      }),
    ),
  },
  {$id: "ServiceAccountRotation", additionalProperties: false},
);

export function serviceAccountRoutes(web: Web) {
  const {db} = web;
  return new Operations(web, "Service accounts")
    .addList("/api/orgs/:orgId/service-accounts", {
      summary: "List the service accounts",
      description: "Newest first, without their tokens. Org-admins only.",
      response: Type.Array(ServiceAccount),
      answer: [example.serviceAccount],
      errors: ["missing_privilege", "not_found"],
      list: async ({actor}, page) => {
        requireOrgAdmin(actor);
        return listServiceAccounts(db, actor, page());
      },
    })
    .add("POST", "/api/orgs/:orgId/service-accounts", {
      scope: "write",
      summary: "Create a service account",
      description:
        "Only this answer contains the token: the token cannot be read again. A caller can only give scopes that their own token has. Org-admins only.",
      body: withReadOnly(NewServiceAccount, ["id", "createdAt", "lastUsedAt"]),
      example: {name: "Nightly export", scopes: ["read"], attributes: {region: ["EMEA"]}},
      status: 201,
      response: TokenAnswer,
      answer: example.token,
      errors: ["missing_privilege", "not_found"],
      idempotent: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdmin(actor);
        const input = await body();
        requireOwnScopes(actor, input.scopes);
        return once(db => createServiceAccount(db, actor, input));
      },
    })
    .add("GET", "/api/orgs/:orgId/service-accounts/:serviceAccountId", {
      scope: "read",
      summary: "Get a service account",
      description: "Without its token. Org-admins only.",
      response: ServiceAccount,
      answer: example.serviceAccount,
      errors: ["missing_privilege", "not_found"],
      etag: true,
      handle: async call =>
        withEtag(call, await getServiceAccount(db, call.actor, call.params["serviceAccountId"] ?? "")),
    })
    .add("POST", "/api/orgs/:orgId/service-accounts/:serviceAccountId/rotate", {
      scope: "write",
      summary: "Rotate the token of a service account",
      description:
        "Makes a new token, which this answer alone contains; the old one stays valid for `overlapSeconds`. The caller's token must have every scope of the account. Org-admins only.",
      unpaid: true,
      body: RotateInput,
      example: {overlapSeconds: 3600},
      response: TokenAnswer,
      answer: example.token,
      errors: ["missing_privilege", "not_found", "conflict"],
      idempotent: true,
      handle: async ({actor, params, body, once}) => {
        const {id, scopes} = await getServiceAccount(db, actor, params["serviceAccountId"] ?? "");
        requireOwnScopes(actor, scopes);
        const {overlapSeconds = 0} = await body();
        return once(db => rotateServiceAccount(db, actor, id, overlapSeconds));
      },
    })
    .add("DELETE", "/api/orgs/:orgId/service-accounts/:serviceAccountId", {
      scope: "manage",
      summary: "Delete a service account",
      description:
        "Ends its tokens within a second. 409 for the last admin, and for an account that owns content without `transferTo`. Org-admins only.",
      query: TransferQuery,
      status: 204,
      errors: ["missing_privilege", "not_found", "conflict", "invalid_request"],
      etag: true,
      handle: async ({actor, params, query, request}) => {
        const {id} = await getServiceAccount(db, actor, params["serviceAccountId"] ?? "");
        await deleteServiceAccount(web, actor, id, query().transferTo, ifMatch(request));
      },
    }).app;
}
