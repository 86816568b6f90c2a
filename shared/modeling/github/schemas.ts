import {type Static, Type} from "@sinclair/typebox";

export const InstallationView = Type.Object(
  {
    id: Type.String({
      description: "GitHub's number of the installation, as in a project's `git.installationId`.",
    }),
    account: Type.Object(
      {
        id: Type.String({description: "GitHub's number of the account."}),
        login: Type.String({description: "The account's name at GitHub."}),
        type: Type.String({description: "`Organization` or `User`."}),
      },
      {description: "The account at GitHub in which the App is installed."},
    ),
    repositorySelection: Type.Union([Type.Literal("all"), Type.Literal("selected")], {
      description: "Whether the App was given all repositories of the account, or selected ones.",
    }),
    status: Type.Union(
      (["active", "suspended", "removed", "unconfirmed"] as const).map(one => Type.Literal(one)),
      {
        description:
          "`unconfirmed`: it is active at GitHub, but nobody has confirmed which of its repositories this organization may read: connect it again with its number as `installationId`.",
      },
    ),
    repositories: Type.Object(
      {
        read: Type.Integer({description: "Repositories that may be read."}),
        write: Type.Integer({description: "Repositories that may also be written to."}),
      },
      {
        description:
          "How many repositories members have confirmed: `read` counts all of them, `write` those that can also be written to.",
      },
    ),
    confirmedAt: Type.Union([Type.String({format: "date-time"}), Type.Null()], {
      description: "When a member's rights at GitHub were last checked.",
    }),
    url: Type.String({description: "Its page at GitHub, where it can be changed or uninstalled."}),
    connectedBy: Type.String({description: "The member who confirmed it."}),
    createdAt: Type.String({format: "date-time", description: "When the installation was connected."}),
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
          "The id of a connected installation, to confirm it again for repositories and rights that were added later. Default: a new installation.",
      }),
    ),
  },
  {additionalProperties: false, $id: "GithubConnectInput"},
);
export type ConnectInput = Static<typeof ConnectInput>;

export const ConnectView = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], {
      description:
        "The link for an org-admin's browser. It works once, and is shown only once; null in a replay with the same `Idempotency-Key`.",
    }),
    expiresAt: Type.String({format: "date-time", description: "When the link stops working."}),
  },
  {$id: "GithubConnect"},
);
export type ConnectView = Static<typeof ConnectView>;

export const RepositoryView = Type.Object(
  {
    id: Type.String({description: "GitHub's number of the repository."}),
    repository: Type.String({description: "`owner/name`"}),
    private: Type.Boolean({description: "Whether the repository is private at GitHub."}),
    defaultBranch: Type.String({description: "The repository's default branch."}),
    archived: Type.Boolean({description: "Whether the repository is archived, and cannot be written to."}),
    permission: Type.Union([Type.Literal("read"), Type.Literal("write")], {
      description:
        "What a member has confirmed. `write`: changes can be written back, and pull requests get checks.",
    }),
  },
  {$id: "GithubRepository"},
);
export type RepositoryView = Static<typeof RepositoryView>;
