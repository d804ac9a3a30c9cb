/** Validators for a child's start configuration. Both sides share the type; the child rejects what does not match. */
export type Check<Value> = (value: unknown, path: string) => Value;
export type ConfigOf<Config> = Config extends Check<infer Value> ? Value : never;

export const text: Check<string> = (value, path) => {
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError(`${path} must be a non-empty string`);
};

export const count: Check<number> = (value, path) => {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new TypeError(`${path} must be a positive integer`);
};

export const nothing: Check<undefined> = (value, path) => {
  if (value === undefined) return value;
  throw new TypeError(`${path} must be absent`);
};

export function orNull<Value>(check: Check<Value>): Check<Value | null> {
  return (value, path) => (value === null ? null : check(value, path));
}

export function list<Value>(check: Check<Value>): Check<readonly Value[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new TypeError(`${path} must be a list`);
    return value.map((item, i) => check(item, `${path}[${i}]`));
  };
}

type Fields = Record<string, Check<unknown>>;

/** Unknown fields are rejected too: they would be a typo on one of the sides. */
export function object<Shape extends Fields>(
  fields: Shape,
): Check<{ [Name in keyof Shape]: ConfigOf<Shape[Name]> }> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null) throw new TypeError(`${path} must be an object`);
    const given = value as Record<string, unknown>;
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) throw new TypeError(`${path}.${unknown} is not expected`);
    const checked = Object.entries(fields).map(([name, check]) => [
      name,
      check(given[name], `${path}.${name}`),
    ]);
    return Object.fromEntries(checked);
  };
}
