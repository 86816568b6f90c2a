import {serveChild} from "../../shared/children/serve-child.ts";
import {renderReport} from "./render.ts";

await serveChild(renderReport);
