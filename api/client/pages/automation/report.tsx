import {fromMarkdown} from "mdast-util-from-markdown";
import {gfmFromMarkdown} from "mdast-util-gfm";
import {gfm} from "micromark-extension-gfm";
import {useMemo, useState} from "preact/hooks";
import {Button} from "../../parts/button.tsx";
import {Table} from "../../parts/list-table.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import type {AgentOutput, AgentRunDetail, Figure} from "./data.ts";
import {FigureDialog} from "./figure-dialog.tsx";
import {Markdown} from "./markdown.tsx";
import {placeFigures} from "./place-figures.ts";

type ReportOutput = Extract<AgentOutput, {type: "report"}>;

/** An agent's report: each figure leads to its rows, and what no query gave is marked. */
export function Report({report: {markdown, figures}, run}: {report: ReportOutput; run: AgentRunDetail}) {
  const [shown, setShown] = useState<Figure>();
  const {root, places} = useMemo(() => {
    const tree = fromMarkdown(markdown, {extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()]});
    return {root: tree, places: placeFigures(tree, figures)};
  }, [markdown, figures]);
  const unverified = figures.filter(({status}) => status === "unverified").length;
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
      <p class="soft">
        {figures.length === 0
          ? "It has no figures."
          : `${figures.length - unverified} of ${figures.length} figures are verified. Press one to see its rows.`}
      </p>
      <article class="card" aria-label="Report">
        <Markdown root={root} places={places} figure={figureAt} />
      </article>
      {figures.length > 0 && (
        <>
          <h2>Its figures</h2>
          <Table
            label="Figures"
            rows={figures.map((figure, i) => ({figure, key: String(i)}))}
            keyOf={({key}) => key}
            columns={[
              {title: "Figure", cell: ({figure}) => <bdi class="whole">{figure.text}</bdi>},
              {title: "State", cell: ({figure}) => <StatusBadge status={figure.status} />},
              {
                title: "From",
                cell: ({figure: {reason, row, column}}) => (
                  <bdi>{reason ?? (row === undefined ? "–" : `row ${row}, ${column}`)}</bdi>
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
        </>
      )}
      {shown && <FigureDialog figure={shown} run={run} onClose={() => setShown(undefined)} />}
    </>
  );
}
