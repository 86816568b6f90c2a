import {render} from "preact";
import {useEffect, useRef, useState} from "preact/hooks";
import {dataTable} from "../../drawings/data-table.ts";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {ChartData} from "../../service/api.ts";
import {service} from "../../service/service.ts";

/** The actions on a clicked mark. */
export interface PickedActions {
  /** The mark in words: "Origin: State CA". */
  title: string;
  /** Narrows the question to the mark; `undefined` where no filter can hold the mark. */
  narrow: (() => void) | undefined;
  /** The query of the rows behind the mark. */
  rows: object;
}

/** Opens the dialog of a mark that was clicked. `place` is on the page. */
export function openPicked(place: HTMLElement, actions: PickedActions): void {
  render(<PickedDialog key={actions.title} actions={actions} onClose={() => render(null, place)} />, place);
}

function PickedDialog({actions, onClose}: {actions: PickedActions; onClose: () => void}) {
  const [isOpen, setOpen] = useState(false);
  const {title, narrow, rows} = actions;
  return (
    <Dialog title={title} onClose={onClose} wide={isOpen}>
      {isOpen ? (
        <Rows query={rows} />
      ) : (
        <div class="buttons">
          <Button
            look="act"
            unavailable={narrow ? undefined : "No filter can express this."}
            onClick={() => {
              onClose();
              narrow?.();
            }}
          >
            Show only this
          </Button>
          <Button onClick={() => setOpen(true)}>Show the rows behind it</Button>
        </div>
      )}
    </Dialog>
  );
}

function Rows({query}: {query: object}) {
  const loaded = useLoad(
    signal => service.post<ChartData>("/api/charts/preview", {name: "Rows", type: "table", query}, {signal}),
    [],
  );
  return <Load from={loaded}>{data => <RowTable data={data} />}</Load>;
}

function RowTable({data}: {data: ChartData}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(dataTable(data)), [data]);
  return <div class="rows-behind" ref={place} />;
}
