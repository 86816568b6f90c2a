import {serveThread} from "../../shared/thread-pool.ts";
import {drawPicture} from "./picture.ts";

serveThread(drawPicture);
