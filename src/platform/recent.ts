/** A map of the `most` entries that were asked for last: it forgets what was not asked for the longest. */
export function recent<Value>(most: number) {
  const values = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      values.delete(key);
      values.set(key, value);
      const oldest = values.keys().next().value;
      if (values.size > most && oldest !== undefined) values.delete(oldest);
    },
    delete: (key: string) => void values.delete(key),
  };
}
