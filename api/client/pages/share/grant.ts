import {service} from "../../service/service.ts";

export type Permission = "view" | "edit";

interface Resource {
  resourceType: string;
  resourceId: string;
}

/** Shares something with a person or a team. */
export async function grantTo(
  resource: Resource,
  grantee: {granteeUserId: string} | {granteeTeamId: string},
  permission: Permission,
): Promise<void> {
  await service.post("/api/grants", {
    ...resource,
    ...grantee,
    permission,
    // Without this, the tiles are empty for people who cannot see the charts otherwise.
    ...(resource.resourceType === "dashboard" && {cascadeChartsPermission: "view"}),
  });
}
