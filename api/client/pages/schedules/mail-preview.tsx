import {useEffect, useRef, useState} from "preact/hooks";
import {Loading} from "../../parts/loading.tsx";

const MIN_HEIGHT = 200;

/** A mail as its readers will see it, in a frame in which nothing is loaded and no script of the mail runs. */
export function MailPreview({html}: {html: string | undefined}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(MIN_HEIGHT);
  useEffect(() => {
    const hear = ({source, data}: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow) return;
      if (data === "ready") setReady(true);
      else if (typeof data === "number") setHeight(Math.max(MIN_HEIGHT, data));
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, []);
  useEffect(() => {
    if (isReady && html !== undefined) frame.current?.contentWindow?.postMessage(html, "*");
  }, [isReady, html]);
  return (
    <>
      {html === undefined && <Loading text="Creating the preview …" />}
      <iframe
        ref={frame}
        class="mail"
        title="The mail"
        src="/frames/mail"
        sandbox="allow-scripts"
        hidden={html === undefined}
        style={{height: `${height}px`}}
      />
    </>
  );
}
