import type {Chance} from "../../semantic/differential/random-layer.ts";
import {REGIONS, type Region} from "./rows.ts";
import type {Ask, Person, Team, World} from "./state.ts";

/** A step of a world, with its random source. A step does nothing if nothing is there to do it with. */
export type Step = (world: World, by: Person, chance: Chance) => Promise<unknown>;

export const oneOf = <T>(chance: Chance, list: readonly T[]): T | undefined =>
  list.length > 0 ? chance.pick(list) : undefined;

export const SIGHTS: readonly (readonly Region[])[] = [[], ["EU"], ["US"], ["AS"], ["EU", "US"], REGIONS];

export function teamOf({team}: World, {isAdmin, teams}: Person, chance: Chance): Team | undefined {
  const isIn = isAdmin || teams.some(one => one.team === team);
  return isIn && chance.chance(0.85) ? team : undefined;
}

export function someAsk(world: World, chance: Chance): Omit<Ask, "number"> {
  const dataset = chance.chance(0.35)
    ? oneOf(
        chance,
        world.datasets.filter(({isGone}) => !isGone),
      )
    : undefined;
  const regions = dataset || chance.chance(0.5) ? undefined : ([chance.pick(REGIONS)] as const);
  return {
    table: "orders",
    shape: chance.chance(0.6) ? "by row" : "total",
    ...(dataset ? {dataset} : {}),
    ...(regions ? {regions} : {}),
  };
}

export const nameOf = (word: string, list: readonly unknown[]) => `${word} ${list.length + 1}`;
