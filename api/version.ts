import manifest from "../package.json";

/** Of this service. */
export const {version} = manifest;
