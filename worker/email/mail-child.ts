import {serveChild} from "../../shared/core/children/serve-child.ts";
import {renderReport} from "./render.ts";

await serveChild(renderReport);
