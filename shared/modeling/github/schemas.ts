import {type Static, Type} from "@sinclair/typebox";

export const InstallationView = Type.Object(
  {
    id: Type.String({description: "GitHub's number of the installation: a project's `git.installationId`."}),
    account: Type.Object({
      id: Type.String(),
      login: Type.String(),
      type: Type.String({description: "`Organization` or `User`."}),
    }),
    repositorySelection: Type.Union([Type.Literal("all"), Type.Literal("selected")]),
    status: Type.Union(
      (["active", "suspended", "removed", "unconfirmed"] as const).map(one => Type.Literal(one)),
      {
        description:
          "`unconfirmed`: it is active at GitHub, and nobody has confirmed which of its repositories this organization may read. POST its number as `installationId` for a link.",
      },
    ),
    repositories: Type.Object(
      {read: Type.Integer(), write: Type.Integer()},
      {
        description:
          "How many repositories members have confirmed: all of them can be read, and written to where `write` counts them.",
      },
    ),
    confirmedAt: Type.Union([Type.String({format: "date-time"}), Type.Null()], {
      description: "When a member's rights at GitHub were looked at last.",
    }),
    url: Type.String({description: "Its page at GitHub, where it is changed or uninstalled."}),
    connectedBy: Type.String({description: "The member who confirmed it."}),
    createdAt: Type.String({format: "date-time"}),
  },
  {$id: "GithubInstallation"},
);
export type InstallationView = Static<typeof InstallationView>;

export const ConnectInput = Type.Object(
  {
    installationId: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          "One that is connected, to confirm it again: for repositories and rights that came later.",
      }),
    ),
  },
  {additionalProperties: false, $id: "GithubConnectInput"},
);
export type ConnectInput = Static<typeof ConnectInput>;

export const ConnectView = Type.Object(
  {
    url: Type.String({description: "Where an org-admin goes in a browser. It works once."}),
    expiresAt: Type.String({format: "date-time"}),
  },
  {$id: "GithubConnect"},
);
export type ConnectView = Static<typeof ConnectView>;

export const RepositoryView = Type.Object(
  {
    id: Type.String(),
    repository: Type.String({description: "`owner/name`"}),
    private: Type.Boolean(),
    defaultBranch: Type.String(),
    archived: Type.Boolean(),
    permission: Type.Union([Type.Literal("read"), Type.Literal("write")], {
      description:
        "What a member has confirmed. `write`: changes are written back, and pull requests get checks.",
    }),
  },
  {$id: "GithubRepository"},
);
export type RepositoryView = Static<typeof RepositoryView>;
