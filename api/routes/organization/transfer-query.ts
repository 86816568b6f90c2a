import {Type} from "@sinclair/typebox";

/** The query string of deleting a member or a service account. */
export const TransferQuery = Type.Object(
  {
    transferTo: Type.Optional(
      Type.String({
        pattern: "^[\\w-]{1,100}$",
        description: "The id of the member or service account that takes over what the deleted one owns.",
      }),
    ),
  },
  {additionalProperties: false},
);
