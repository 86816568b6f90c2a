import {Type} from "@sinclair/typebox";

/** The query string of deleting a member or a service account. */
export const TransferQuery = Type.Object(
  {
    transferTo: Type.Optional(
      Type.String({
        pattern: "^[\\w-]{1,100}$",
        description: "The member or service account that inherits what the deleted one owns.",
      }),
    ),
  },
  {additionalProperties: false},
);
