import {serveChild} from "../../shared/ground/children/serve-child.ts";
import {drawPicture} from "./picture.ts";

await serveChild(drawPicture);
