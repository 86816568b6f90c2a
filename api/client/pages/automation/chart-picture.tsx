import {useEffect, useRef} from "preact/hooks";
import type {ChartView} from "../../../../shared/content/charts/schemas.ts";
import {onSchemeChange} from "../../document/page.ts";
import type {ChartData} from "../../service/api.ts";

export type ChartOf = Pick<ChartView, "id" | "name" | "type">;

/** A drawn chart with the table behind it; `data` is the chart's `/drawing`, or a preview. */
export function ChartPicture({chart, data}: {chart: ChartOf; data: ChartData}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end = () => {};
    let isOver = false;
    const show = ({TileView}: typeof import("../../drawings/tile.ts")) => {
      if (isOver) return;
      const {id, name, type} = chart;
      const tile = new TileView(
        {chartId: id, x: 0, y: 0, w: 1, h: 1, chart: {id, name, type}},
        {
          theme: () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light"),
          tools: [],
          labelOf: field => field,
          isAlone: false,
        },
      );
      place.current?.replaceChildren(tile.root);
      void tile.load({data: async () => data}, []);
      const ignoreScheme = onSchemeChange(() => void tile.draw());
      const observer = new ResizeObserver(() => void tile.draw());
      if (place.current) observer.observe(place.current);
      end = () => {
        observer.disconnect();
        ignoreScheme();
        tile.end();
      };
    };
    // The drawing library is large, so it is loaded only where a chart is drawn.
    import("../../drawings/tile.ts").then(show, () => {
      if (place.current) place.current.textContent = "The picture could not be loaded. Load the page again.";
    });
    return () => {
      isOver = true;
      end();
    };
  }, [chart.id, data]);
  return <div class="watched" ref={place} />;
}
