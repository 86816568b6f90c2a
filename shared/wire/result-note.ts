import {type Static, Type} from "@sinclair/typebox";

/** What a reader of a result should know of one of its columns. */
export const ResultNote = Type.Object({
  column: Type.String(),
  code: Type.Literal("not_of_the_whole"),
  message: Type.String(),
});
export type ResultNote = Static<typeof ResultNote>;
