import {fromMarkdown} from "mdast-util-from-markdown";
import {gfmFromMarkdown} from "mdast-util-gfm";
import {gfm} from "micromark-extension-gfm";
import {useMemo, useState} from "preact/hooks";
import {titleFromName} from "../../pages/explore/fields.ts";
import {Button} from "../button.tsx";
import {Table} from "../list-table.tsx";
import {StatusBadge} from "../status-badge.tsx";
import {FigureDialog} from "./figure-dialog.tsx";
import type {Figure, SourceOf} from "./figures.ts";
import {Markdown} from "./markdown.tsx";
import {placeFigures} from "./place-figures.ts";

interface Reported {
  markdown: string;
  figures: readonly Figure[];
  sourceOf: SourceOf;
}

/** Markdown with checked figures. Each figure opens its rows, and unverified figures are marked. */
export function CheckedText({markdown, figures, sourceOf}: Reported) {
  const [shown, setShown] = useState<Figure>();
  const {root, places} = useMemo(() => {
    const tree = fromMarkdown(markdown, {extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()]});
    return {root: tree, places: placeFigures(tree, figures)};
  }, [markdown, figures]);
  const figureAt = (index: number, text: string) => {
    const figure = figures[index];
    if (!figure) return text;
    return (
      <button
        type="button"
        class={`figure ${figure.status}`}
        title={figure.status === "verified" ? "Verified: show its rows" : (figure.reason ?? "Not verified")}
        onClick={() => setShown(figure)}
      >
        {text}
      </button>
    );
  };
  return (
    <>
      <Markdown root={root} places={places} figure={figureAt} />
      {shown && <FigureDialog figure={shown} sourceOf={sourceOf} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** The number of verified figures among all figures, as a sentence. */
export function describeFigures(figures: readonly Figure[]): string {
  if (figures.length === 0) return "There are no figures.";
  const verified = figures.filter(({status}) => status === "verified").length;
  return `${verified} of ${figures.length} figures are verified. Press one to see its rows.`;
}

/** All figures, including those whose position in the text is uncertain. */
export function FigureTable({figures, sourceOf}: Pick<Reported, "figures" | "sourceOf">) {
  const [shown, setShown] = useState<Figure>();
  return (
    <>
      <Table
        label="Figures"
        rows={figures.map((figure, i) => ({figure, key: String(i)}))}
        keyOf={({key}) => key}
        columns={[
          {title: "Figure", cell: ({figure}) => <bdi>{figure.text}</bdi>},
          {title: "State", cell: ({figure}) => <StatusBadge status={figure.status} />},
          {
            title: "From",
            cell: ({figure: {reason, row, column}}) => (
              <bdi>{reason ?? (row === undefined ? "–" : `row ${row}, ${titleFromName(column ?? "")}`)}</bdi>
            ),
          },
          {
            title: "",
            cell: ({figure}) =>
              figure.queryRunId !== undefined && (
                <Button
                  look="quiet"
                  label={`Show the rows of ${figure.text}`}
                  onClick={() => setShown(figure)}
                >
                  Rows
                </Button>
              ),
          },
        ]}
      />
      {shown && <FigureDialog figure={shown} sourceOf={sourceOf} onClose={() => setShown(undefined)} />}
    </>
  );
}
