import type {FieldReference} from "../layer/layer.ts";

/** Whether two dimensions are grains or parts of one time, so that the shorter one says the other. */
export function isOfSameTime(one: FieldReference, other: FieldReference): boolean {
  const [way, same] = [wayToTime(one), wayToTime(other)];
  return (
    (one.time ?? one.field) === (other.time ?? other.field) &&
    one.conformed === other.conformed &&
    way.length === same.length &&
    way.every((edge, i) => edge === same[i])
  );
}

/** A period of the layer's calendar lies a step behind its time. */
function wayToTime({time, paths: [path = []]}: FieldReference) {
  return time === undefined ? path : path.slice(0, -1);
}
