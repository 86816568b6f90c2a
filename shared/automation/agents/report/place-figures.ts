import type {Figure} from "./answer.ts";
import {cleanText} from "./clean-text.ts";
import type {Edit, FlatText, Range} from "./flat-text.ts";
import {foreignLinks} from "./links.ts";
import {overlaps} from "./scan-numbers.ts";

/** The range of a figure in a text. `figure` is absent if no figure with that id was declared. */
export interface Placed extends Range {
  readonly id: string;
  readonly figure?: Figure;
}

/** A text of the report after its placeholders were replaced by the values of figures. */
export interface PlacedText {
  readonly flat: FlatText;
  readonly text: string;
  readonly placed: readonly Placed[];
}

const PLACEHOLDER = /\{\{\s*([A-Za-z][\w-]{0,39})\s*\}\}/g;

/**
 * Replaces each `{{id}}` with the value of its figure as plain text. Then removes addresses outside of the service,
 * because a value may have completed an address.
 */
export function placeFigures(flat: FlatText, figures: ReadonlyMap<string, Figure>, base: string): PlacedText {
  const places = [...flat.text.matchAll(PLACEHOLDER)].map(({index, 0: all, 1: id = ""}) => {
    const figure = figures.get(id);
    const text = figure ? cleanText(figure.value).replaceAll(/\s+/g, " ").trim() : "(figure missing)";
    return {start: index, end: index + all.length, text, id, ...(figure ? {figure} : {})};
  });
  flat.edit(places);
  let moved = 0;
  const placed = places.map(({start, end, text, id, figure}): Placed => {
    const at = start + moved;
    moved += text.length - (end - start);
    return {start: at, end: at + text.length, id, ...(figure ? {figure} : {})};
  });
  const links = foreignLinks(base, flat.text);
  flat.edit(links);
  const outsideLinks = placed.filter(range => !links.some(link => overlaps(link, range)));
  return {flat, text: flat.text, placed: outsideLinks.map(range => moveBy(links, range))};
}

function moveBy(edits: readonly Edit[], range: Placed): Placed {
  const moved = edits
    .filter(({end}) => end <= range.start)
    .reduce((sum, {start, end, text}) => sum + text.length - (end - start), 0);
  return {...range, start: range.start + moved, end: range.end + moved};
}
