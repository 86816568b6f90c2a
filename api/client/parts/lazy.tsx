import {type ComponentType, h} from "preact";
import {Load} from "./load.tsx";
import {useLoad} from "./use-load.ts";

/** A component whose module is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return props => {
    const loaded = useLoad(load, []);
    return <Load from={loaded}>{Loaded => h(Loaded, props)}</Load>;
  };
}
