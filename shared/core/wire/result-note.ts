import {type Static, Type} from "@sinclair/typebox";

/** A note for readers of a result on one of its columns. */
export const ResultNote = Type.Object({
  column: Type.String({description: "The name of the column."}),
  code: Type.Literal("not_of_the_whole", {description: "A stable name of the remark."}),
  message: Type.String({description: "The remark, in a sentence."}),
});
export type ResultNote = Static<typeof ResultNote>;
