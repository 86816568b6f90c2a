interface Reader {
  orgId: string;
  orgRole: "admin" | "member";
  seat: "editor" | "viewer";
}

/**
 * Who reads the page, as its document says, so that what they can press stands there at once. What they may do is decided
 * by the service alone.
 */
export function reader(): Reader {
  const {org = "", role, seat} = document.body.dataset;
  return {
    orgId: org,
    orgRole: role === "admin" ? "admin" : "member",
    seat: seat === "editor" ? "editor" : "viewer",
  };
}

/** Whether the reader is an org-admin with the seat of an editor, who can make what only service accounts of admins may. */
export function isAdminEditor(): boolean {
  const {orgRole, seat} = reader();
  return orgRole === "admin" && seat === "editor";
}
