import type {Saved} from "./changes.ts";

/** Reports the result of saving a change. `name` is the name of what was changed. */
export function Outcome({saved, name}: {saved: Saved; name: string}) {
  if (saved.by === "version") {
    return (
      <p class="notice" role="status">
        <bdi>{name}</bdi> is saved{saved.version === null ? "" : ` as version ${saved.version} of the layer`}.
      </p>
    );
  }
  return (
    <p class="notice" role="status">
      {saved.url === null ? (
        "The pull request will be opened as soon as GitHub accepts it."
      ) : (
        <>
          <a href={saved.url} rel="noreferrer">
            Pull request {saved.number}
          </a>{" "}
          is open. The layer changes when it is merged.
        </>
      )}
    </p>
  );
}
