import {isPlainMap, type Plain, readDocuments, type SourceFile} from "./common/document.ts";
import {type ImportNote, Notes} from "./common/notes.ts";

/** A verified question as a file has it, unchecked. */
export interface QuestionEntry {
  value: unknown;
  file: string;
  line?: number;
}

/** Whether a file beside the layer holds verified questions. */
export function isQuestionFile({path}: Pick<SourceFile, "path">): boolean {
  return /(^|\/)verified[-_]questions\.(ya?ml|json)$/i.test(path);
}

/** The entries under `verified_questions` of these files. */
export function readQuestions(files: readonly SourceFile[]): {
  entries: (QuestionEntry & {value: Plain})[];
  notes: ImportNote[];
} {
  const notes = new Notes();
  const entries = files.flatMap(file =>
    readDocuments(file, notes).flatMap(({root, lineOf}) => {
      const listed = isPlainMap(root) ? root["verified_questions"] : undefined;
      if (!Array.isArray(listed)) {
        notes.add("not_understood", "The file has no list `verified_questions`.", {file: file.path});
        return [];
      }
      return listed.map((value, index) => {
        const line = lineOf(listed, index);
        return {value, file: file.path, ...(line === undefined ? {} : {line})};
      });
    }),
  );
  return {entries, notes: notes.all()};
}
