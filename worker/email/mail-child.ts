import {serveChild} from "../../shared/ground/children/serve-child.ts";
import {renderReport} from "./render.ts";

await serveChild(renderReport);
