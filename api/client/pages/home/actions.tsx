import {type ComponentType, render} from "preact";
import {LinkButton} from "../../parts/button.tsx";
import {reader} from "../../service/reader.ts";
import {NewDashboard} from "../content/new-dashboard.tsx";

/** An element that holds the component. */
export function mounted(Part: ComponentType, className: string): HTMLElement {
  const root = document.createElement("div");
  root.className = className;
  render(<Part />, root);
  return root;
}

/** The buttons that create content. Empty for viewers. */
export function HomeActions() {
  const {orgRole, seat} = reader();
  if (seat !== "editor") return null;
  return (
    <>
      {orgRole === "admin" && <LinkButton href="/start">Connect data</LinkButton>}
      <LinkButton href="/explore">New chart</LinkButton>
      <NewDashboard />
    </>
  );
}

/** The first step in an organization that has nothing yet. Empty for everybody but org-admins. */
export function GetStarted() {
  if (reader().orgRole !== "admin") return null;
  return (
    <section class="card" aria-labelledby="get-started">
      <h2 id="get-started">Get started</h2>
      <p>
        Connect a database or upload a file, look at the models that are proposed, and ask your first
        question.
      </p>
      <LinkButton look="act" href="/start">
        Get started
      </LinkButton>
    </section>
  );
}
