import type {Figure} from "./answer.ts";
import {cleanText} from "./clean-text.ts";
import type {PlacedText} from "./place-figures.ts";
import {type NumberToken, overlaps} from "./scan-numbers.ts";

/**
 * The declared figure that a number of the text repeats, or a sentence with the reason why no figure matches the
 * number.
 */
export type Bound = Figure | string;

interface ScannedText extends Pick<PlacedText, "placed"> {
  readonly tokens: readonly NumberToken[];
}

/**
 * Finds the figure of each number. A number within a placeholder (`{{id}}`) belongs to the placeholder's figure. Any
 * other number belongs to a figure without a placeholder whose value is written in the same way. If such a value
 * appears more or less often than there are such figures, the numbers are ambiguous and belong to no figure.
 */
export function bindFigures(
  texts: readonly ScannedText[],
  declared: ReadonlyMap<string, Figure>,
): Map<NumberToken, Bound> {
  const bound = new Map<NumberToken, Bound>();
  const free: NumberToken[] = [];
  for (const {tokens, placed} of texts) {
    for (const token of tokens) {
      const places = placed.filter(place => overlaps(place, token));
      const [place, ...others] = places;
      if (!place) free.push(token);
      else if (others.length > 0) bound.set(token, "Two adjacent figures look like one number.");
      else if (tokens.some(one => one !== token && overlaps(one, place)))
        bound.set(token, "The value of the figure is more than one number.");
      else if (place.figure) bound.set(token, place.figure);
    }
  }
  const used = new Set(texts.flatMap(({placed}) => placed.map(({id}) => id)));
  const unused = [...declared.values()].filter(({id}) => !used.has(id));
  const byValue = Map.groupBy(unused, ({value}) => cleanText(value).trim());
  for (const [text, tokens] of Map.groupBy(free, token => token.text)) {
    const figures = byValue.get(text) ?? [];
    for (const [i, token] of tokens.entries()) {
      const figure = figures.length === tokens.length ? figures[i] : undefined;
      if (figure) bound.set(token, figure);
      else if (figures.length > 0)
        bound.set(
          token,
          "It is unclear which of these numbers is the declared figure. Write {{id}} in its place.",
        );
    }
  }
  return bound;
}
