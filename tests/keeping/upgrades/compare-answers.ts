/** Where today's answer may be another one, and why. The path begins with that of the route; `*` is any part of it. */
export type Deliberate = { path: string; reason: string };

/** What an earlier version answered and today's does not. What came later is no difference. */
export function differencesOf(path: string, before: unknown, today: unknown): string[] {
  if (before === null || typeof before !== 'object')
    return sameValue(before, today) ? [] : [`${path}: ${JSON.stringify(before)} is ${JSON.stringify(today)}`];
  if (today === null || typeof today !== 'object') return [`${path}: is ${JSON.stringify(today)}`];
  const found = today as Record<string, unknown>;
  const isLonger = Array.isArray(before) && Array.isArray(today) && today.length !== before.length;
  return [
    ...(isLonger ? [`${path}.length: ${before.length} is ${today.length}`] : []),
    ...Object.entries(before).flatMap(([name, value]) =>
      differencesOf(`${path}.${name}`, value, found[name]),
    ),
  ];
}

/** A signed address is as good as another one, and as one that needs a key. */
function sameValue(before: unknown, today: unknown): boolean {
  if (before === today) return true;
  if (typeof before !== 'string' || typeof today !== 'string' || !today.includes('signature=')) return false;
  return new URL(before, 'http://localhost').pathname === new URL(today).pathname;
}

export function isDeliberate(difference: string, all: readonly Deliberate[]): boolean {
  const path = difference.slice(0, difference.indexOf(': ')).split('.');
  return all.some(({ path: pattern }) => {
    const parts = pattern.split('.');
    return parts.length === path.length && parts.every((part, i) => part === '*' || part === path[i]);
  });
}
