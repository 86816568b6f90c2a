import {type Static, Type} from "@sinclair/typebox";
import {SHARED_TYPES} from "../../core/content-types.ts";
import {PageQuery} from "../../core/paging.ts";
import {withReadOnly} from "../../core/validate.ts";

const closed = {additionalProperties: false} as const;

const ResourceType = Type.Union(
  SHARED_TYPES.map(type => Type.Literal(type)),
  {$id: "GrantResourceType", description: "What is shared."},
);

const Permission = Type.Union([Type.Literal("view"), Type.Literal("edit")], {
  $id: "Permission",
  apiDescription: "`view`: read and run it; `edit`: change it, too.",
});

const Cascade = Type.Union([Type.Literal("view"), Type.Literal("edit"), Type.Null()], {
  description:
    "For dashboards: the permission on its charts, at most that of whoever placed each. " +
    "Without it their tiles are empty for who cannot see the charts otherwise.",
});

const GranteeTeamId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The team that gets the permission.",
});
const GranteeUserId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The member or service account that gets the permission.",
});

export const GrantInput = withReadOnly(
  Type.Object(
    {
      resourceType: ResourceType,
      resourceId: Type.String({minLength: 1, maxLength: 64, apiDescription: "The id of what is shared."}),
      granteeTeamId: Type.Optional(Type.Union([GranteeTeamId, Type.Null()])),
      granteeUserId: Type.Optional(Type.Union([GranteeUserId, Type.Null()])),
      permission: Permission,
      cascadeChartsPermission: Type.Optional(Cascade),
    },
    {...closed, $id: "GrantInput"},
  ),
  ["id", "createdAt"],
);
export type GrantInput = Static<typeof GrantInput>;

export const GrantView = Type.Object(
  {
    id: Type.String({description: "The id of the grant."}),
    resourceType: ResourceType,
    resourceId: Type.String({description: "The id of what is shared."}),
    granteeTeamId: Type.Optional(GranteeTeamId),
    granteeUserId: Type.Optional(GranteeUserId),
    permission: Permission,
    cascadeChartsPermission: Cascade,
    createdAt: Type.String({format: "date-time", description: "When it was first shared with the grantee."}),
  },
  {$id: "Grant"},
);
export type GrantView = Static<typeof GrantView>;

const resource = {
  resourceType: ResourceType,
  resourceId: Type.String({pattern: "^[\\w-]{1,64}$", description: "The id of what is shared."}),
};

export const GrantQuery = Type.Object(resource, closed);
export type GrantQuery = Static<typeof GrantQuery>;

export const GrantListQuery = Type.Object({...resource, ...PageQuery.properties}, closed);
