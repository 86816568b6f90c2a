import {serveChild} from "../../shared/core/children/serve-child.ts";
import {drawPicture} from "./draw-picture.ts";

await serveChild(drawPicture);
