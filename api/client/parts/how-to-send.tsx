import {reader} from "../service/reader.ts";

/** The hint where nothing was sent yet: for editors, what to press to send something. */
export function HowToSend() {
  if (reader().seat !== "editor")
    return <p>What is sent regularly is listed here, as far as you may see it.</p>;
  return (
    <p>
      Open a <a href="/dashboards">dashboard</a> or a <a href="/charts">chart</a>, and press “Send regularly”.
    </p>
  );
}
