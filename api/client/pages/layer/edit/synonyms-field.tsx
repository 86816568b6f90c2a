import {TextField} from "../../../parts/field.tsx";

/** Other words by which people and agents find a model or a field. */
export function SynonymsField(given: {
  value: string;
  onInput: (text: string) => void;
  fault: string | undefined;
}) {
  return (
    <TextField
      label="Also called"
      {...given}
      hint="Other words for people and agents to search by, separated by commas."
    />
  );
}
