/** Words come again and again; the oldest are forgotten. */
export function remembering(make: (key: string) => string, most = 20_000): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    const [oldest] = known.size > most ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return made;
  };
}
