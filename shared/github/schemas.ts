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
    status: Type.Union([Type.Literal("active"), Type.Literal("suspended"), Type.Literal("removed")]),
    url: Type.String({description: "Its page at GitHub, where it is changed or uninstalled."}),
    connectedBy: Type.String({description: "The member who confirmed it."}),
    createdAt: Type.String({format: "date-time"}),
  },
  {$id: "GithubInstallation"},
);
export type InstallationView = Static<typeof InstallationView>;

export const ConnectInput = Type.Object({}, {additionalProperties: false, $id: "GithubConnectInput"});

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
  },
  {$id: "GithubRepository"},
);
export type RepositoryView = Static<typeof RepositoryView>;
