import {type Static, Type} from "@sinclair/typebox";

/** A note for readers of a result on one of its columns. */
export const ResultNote = Type.Object({
  column: Type.String(),
  code: Type.Literal("not_of_the_whole"),
  message: Type.String(),
});
export type ResultNote = Static<typeof ResultNote>;
