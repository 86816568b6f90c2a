import {useLoad} from "../../parts/use-load.ts";
import {modelLinks} from "../../shell/model-links.ts";
import {UploadCsv} from "../datasets/upload-csv.tsx";
import {ToolAddresses} from "./tool-addresses.tsx";

const MAX_MODELS = 6;

/** Other ways to start: a file, the existing models, and the addresses for other tools. */
export function OtherStarts() {
  return (
    <div class="beside-start">
      <h2>Or begin with a file</h2>
      <UploadCsv />
      <h2>Use it from other tools</h2>
      <ToolAddresses />
      <Playground />
    </div>
  );
}

/** The models that can be queried already, such as those of the demo. */
function Playground() {
  const models = useLoad(signal => modelLinks(signal), []);
  if (!models.value || models.value.length === 0) return null;
  return (
    <>
      <h2>Or try the existing models</h2>
      <ul class="layer-models" aria-label="Existing models">
        {models.value.slice(0, MAX_MODELS).map(({href, label, project}) => (
          <li key={href}>
            <a href={href}>
              <bdi>{label}</bdi>
            </a>{" "}
            <span class="soft">
              of <bdi>{project}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
