import {LinkButton} from "../parts/button.tsx";
import {Empty} from "../parts/empty.tsx";
import {reader} from "../service/reader.ts";

/** Shown while there is no model to ask: says how to get one. */
export function NoModel() {
  return (
    <Empty title="There is no model that you can query yet">
      {reader().orgRole === "admin" ? (
        <>
          <p>Connect a database or upload a file, and its tables become models.</p>
          <LinkButton look="act" href="/start">
            Get started
          </LinkButton>
        </>
      ) : (
        <p>An org-admin connects a database, and gives you access to its project.</p>
      )}
    </Empty>
  );
}
