import type {GrantView} from "../../shared/tenancy/grants/schemas.ts";

export const tag = "Sharing";

export const example = {
  resourceType: "dashboard" as const,
  resourceId: "dash_01kah5jv2mf7hs9zq3w5x8y0ab",
  granteeTeamId: "team_01kah4r9c3e5gvx2y6m8n0p1qs",
  permission: "view" as const,
  cascadeChartsPermission: "view" as const,
};

export const answer: GrantView = {
  id: "grant_01kah5p6z8f4hbqx7n9t2m5r0d",
  ...example,
  createdAt: "2026-01-31T09:45:00.000Z",
};
