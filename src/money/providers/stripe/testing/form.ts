/** Decodes a form as Stripe's package writes it: `a[b][0][c]=d`. */
export function decodeForm(body: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = name.replaceAll(']', '').split('[');
    const last = keys.pop() ?? name;
    let part = root;
    for (const key of keys) {
      part[key] ??= {};
      part = part[key] as Record<string, unknown>;
    }
    part[last] = value;
  }
  return root;
}
