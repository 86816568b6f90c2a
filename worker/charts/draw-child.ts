import {serveChild} from "../../shared/ground/children/serve-child.ts";
import {drawPicture} from "./draw-picture.ts";

await serveChild(drawPicture);
