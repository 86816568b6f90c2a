interface Reader {
  orgId: string;
  orgRole: "admin" | "member";
  seat: "editor" | "viewer";
}

/**
 * The reader of the page, from attributes of the document, so that the right buttons are shown at once. The service alone
 * decides what the reader may do.
 */
export function reader(): Reader {
  const {org = "", role, seat} = document.body.dataset;
  return {
    orgId: org,
    orgRole: role === "admin" ? "admin" : "member",
    seat: seat === "editor" ? "editor" : "viewer",
  };
}

/** Whether the reader is an org-admin with an editor's seat, and so can make an org-admin's service account. */
export function isAdminEditor(): boolean {
  const {orgRole, seat} = reader();
  return orgRole === "admin" && seat === "editor";
}
