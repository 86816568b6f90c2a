import {serveChild} from "../../shared/children/serve-child.ts";
import {drawPicture} from "./picture.ts";

await serveChild(drawPicture);
