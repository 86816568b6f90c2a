/** The common part of the example of each kind. */
export const EXAMPLE_OWNED = {
  teamId: null,
  ownerId: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
  createdAt: "2026-01-20T09:30:00.000Z",
  updatedAt: "2026-01-20T09:30:00.000Z",
};
