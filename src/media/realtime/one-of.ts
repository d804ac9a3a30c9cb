import { type TUnsafe, Type } from '@sinclair/typebox';

/** One of these names. */
export function oneOf<T extends string>(...names: readonly T[]): TUnsafe<T> {
  return Type.Union(names.map((name) => Type.Literal(name))) as unknown as TUnsafe<T>;
}
