import type {Graph} from "../../../../shared/semantic/documents.ts";
import {joinsOf} from "./graph-edits.ts";

const WIDTH = 640;
const BOX = {width: 190, height: 34};
const STEP = 48;
const LONGEST = 22;

/**
 * A picture of a model's joins. The model is in the middle, on the right the models with one row for each of its rows, on
 * the left those with many.
 */
export function JoinsPicture({graph, model}: {graph: Graph; model: string}) {
  const joins = joinsOf(graph, model);
  if (joins.length === 0) return <p class="soft">The model has no joins.</p>;
  const left = joins.filter(({toMany}) => toMany);
  const right = joins.filter(({toMany}) => !toMany);
  const rows = Math.max(left.length, right.length, 1);
  const height = rows * STEP + 8;
  const middle = height / 2;
  const place = (side: typeof joins, i: number) => middle + (i - (side.length - 1) / 2) * STEP;
  const words = joins
    .map(
      ({other, role, toMany}) =>
        `${toMany ? "many of" : "one of"} ${other}${role === other ? "" : ` as ${role}`}`,
    )
    .join(", ");
  // A side without models is cut off.
  const start = left.length > 0 ? 0 : (WIDTH - BOX.width) / 2 - 2;
  const end = right.length > 0 ? WIDTH : (WIDTH + BOX.width) / 2 + 2;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <div class="joins-region" role="region" aria-label="Joins" tabIndex={0}>
      <svg
        class="joins"
        width={end - start}
        height={height}
        viewBox={`${start} 0 ${end - start} ${height}`}
        role="img"
        aria-label={`A row of ${model} has ${words}.`}
      >
        {left.map(({other, role}, i) => (
          <g key={`many ${role} ${other}`}>
            <Line from={[BOX.width + 1, place(left, i)]} to={[(WIDTH - BOX.width) / 2, middle]} at="start" />
            <Box x={1} y={place(left, i)} name={other} role={role} />
          </g>
        ))}
        {right.map(({other, role}, i) => (
          <g key={`one ${role} ${other}`}>
            <Line
              from={[(WIDTH + BOX.width) / 2, middle]}
              to={[WIDTH - BOX.width - 1, place(right, i)]}
              at="end"
            />
            <Box x={WIDTH - BOX.width - 1} y={place(right, i)} name={other} role={role} />
          </g>
        ))}
        <Box x={(WIDTH - BOX.width) / 2} y={middle} name={model} role={model} isMain />
      </svg>
    </div>
  );
}

function Line({
  from: [x1, y1],
  to: [x2, y2],
  at,
}: {
  from: [number, number];
  to: [number, number];
  at: "start" | "end";
}) {
  const bend = (x1 + x2) / 2;
  return (
    <>
      <path class="line" d={`M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`} />
      <text x={at === "start" ? x1 + 4 : x2 - 10} y={(at === "start" ? y1 : y2) - 4}>
        {at === "start" ? "∗" : "1"}
      </text>
    </>
  );
}

function Box({
  x,
  y,
  name,
  role,
  isMain = false,
}: {
  x: number;
  y: number;
  name: string;
  role: string;
  isMain?: boolean;
}) {
  const title = role === name ? name : `${role} (${name})`;
  return (
    <g class={isMain ? "main" : ""}>
      <rect x={x} y={y - BOX.height / 2} width={BOX.width} height={BOX.height} rx="6" />
      <text x={x + BOX.width / 2} y={y + 4} text-anchor="middle">
        {title.length > LONGEST ? `${title.slice(0, LONGEST - 1)}…` : title}
      </text>
    </g>
  );
}
