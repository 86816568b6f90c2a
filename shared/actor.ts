export const SCOPES = ["read", "write", "manage"] as const;
export type Scope = (typeof SCOPES)[number];
export type OrgRole = "admin" | "member";
export type TeamRole = "lead" | "member";

/** Attribute → values, for row-level security. */
export type Attributes = Readonly<Record<string, readonly string[]>>;

/** Ids of all projects and of all content that something may know of. */
export interface Grounding {
  readonly projects: readonly string[];
  readonly content: readonly string[];
}

/** Who is calling: one principal of one org, with what its token allows. Every verb takes one. */
export interface Actor {
  readonly id: string;
  readonly kind: "user" | "service_account";
  readonly name: string;
  readonly email?: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly orgRole: OrgRole;
  readonly seat: "editor" | "viewer";
  readonly scopes: readonly Scope[];
  readonly teams: readonly {readonly id: string; readonly name: string; readonly role: TeamRole}[];
  readonly attributes: Attributes;
  /** The caller holds an embed token, which runs the charts that it opens and may query no model. */
  readonly embedded?: true;
  /** The run of an agent: beyond its grounding nothing exists for it, whatever its principal may see. */
  readonly grounding?: Grounding;
  /**
   * Who decides what this actor saves, where that is not the actor: what an agent makes belongs to the agent's owner, and
   * the principal of the run decides what it asks.
   */
  readonly author?: string;
  /** SHA-256 of the request's token in base64, if it came with one. A change is refused once this token is revoked. */
  readonly tokenHash?: string;
  /** The request's id, for the audit log. */
  readonly requestId?: string;
  readonly address?: string;
}

/** The principal who decides what the actor saves. */
export function authorOf({id, author = id}: Actor): string {
  return author;
}
