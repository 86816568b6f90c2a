import {Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../shared/core/access.ts";
import {EmbedTokenAnswer, EmbedTokenInput, EmbedTokenView} from "../../shared/surfaces/embed/schemas.ts";
import {createEmbedToken, listEmbedTokens, revokeEmbedToken} from "../../shared/surfaces/embed/tokens.ts";
import type {Web} from "../dependencies.ts";
import {Operations} from "../server/operations.ts";

const resource = {resourceType: "dashboard" as const, resourceId: "dash_01kah6a2c5fw8s3d7g9j1m4p6q"};
const attributes = {region: ["EMEA"]};
const id = "emb_01kah7c4e6gy9t5v8w2x3z6b8d";
const expiresAt = "2026-01-31T10:30:00.000Z";

const answer: EmbedTokenAnswer = {
  id,
  token: "eyJhbGciOiJIUzI1NiIsInR5cCI6ImVtYmVkK2p3dCJ9.eyJvcmciOiJvcmdfMDEifQ.c2lnbmF0dXJl",
  expiresAt,
  url: "https://analytics.example.com/embed#eyJhbGciOiJIUzI1NiIsInR5cCI6ImVtYmVkK2p3dCJ9.eyJvcmciOiJvcmdfMDEifQ.c2lnbmF0dXJl",
};

/** Tokens that open one chart or dashboard on another site's page. */
export function embedTokenRoutes(web: Web) {
  return new Operations(web, "Embedding")
    .addList("/api/orgs/:orgId/embed-tokens", {
      summary: "List embed tokens",
      description: "Newest first, without the tokens themselves. Org-admins only.",
      response: Type.Array(EmbedTokenView),
      answer: [
        {
          id,
          ...resource,
          resourceName: "Sales",
          attributes,
          createdBy: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
          createdAt: "2026-01-31T09:30:00.000Z",
          expiresAt,
          revokedAt: null,
        },
      ],
      errors: ["missing_privilege", "not_found"],
      list: async ({actor}, page) => {
        requireOrgAdmin(actor);
        return listEmbedTokens(web.db, actor, page());
      },
    })
    .add("POST", "/api/orgs/:orgId/embed-tokens", {
      scope: "write",
      status: 201,
      summary: "Create an embed token",
      description:
        "The token opens one chart or dashboard on the page `/embed` until it expires, and nothing else. Row access uses the " +
        "`attributes` given here, and no others. A chart of a dashboard is only shown if the person who placed the chart may " +
        "see it. Org-admins only.",
      body: EmbedTokenInput,
      example: {...resource, attributes, expiresInSeconds: 3600},
      response: EmbedTokenAnswer,
      answer,
      errors: ["missing_privilege", "not_found"],
      idempotent: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdmin(actor);
        const input = await body();
        return once(db => createEmbedToken({...web, db}, actor, input));
      },
    })
    .add("DELETE", "/api/orgs/:orgId/embed-tokens/:embedTokenId", {
      scope: "manage",
      status: 204,
      summary: "Revoke an embed token",
      description: "The token stops working with the next request. Org-admins only.",
      errors: ["missing_privilege", "not_found"],
      handle: async ({actor, params}) => revokeEmbedToken(web.db, actor, params["embedTokenId"] ?? ""),
    }).app;
}
