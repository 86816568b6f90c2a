import type {ComponentChildren} from "preact";
import {Button} from "../../parts/button.tsx";
import {type Column, Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import type {Loaded} from "../../parts/use-load.ts";
import type {Recent, RecentRuns} from "./recent.ts";

/** The latest runs of several schedules, actions or other parents; `empty` where nothing has run. */
export function RecentTable<P, R extends {id: string}>({
  of,
  label,
  things,
  columns,
  empty,
}: {
  of: Loaded<RecentRuns<P, R>>;
  label: string;
  /** The plural of the parents, as in "schedules". */
  things: string;
  columns: readonly Column<Recent<P, R>>[];
  empty: ComponentChildren;
}) {
  return (
    <Load from={of}>
      {({recent, asked, isPart}) =>
        recent.length === 0 ? (
          empty
        ) : (
          <>
            <Table label={label} columns={columns} rows={recent} keyOf={({run}) => run.id} />
            <p class="hint">
              {isPart
                ? `The latest runs of the ${asked} ${things} that ran last. Open one for all of its runs. `
                : `The latest runs of the ${things}. Open one for all of its runs. `}
              <Button look="quiet" busy={of.isLoading} onClick={of.reload}>
                Reload
              </Button>
            </p>
          </>
        )
      }
    </Load>
  );
}
