import {reader} from "../service/reader.ts";

/** The hint where nothing was sent yet: for editors, what to press to send something. */
export function HowToSend() {
  if (reader().seat !== "editor") return <p>Schedules that you may see are listed here.</p>;
  return (
    <p>
      Open a <a href="/dashboards">dashboard</a> or a <a href="/charts">chart</a>, and press “Send regularly”.
    </p>
  );
}
