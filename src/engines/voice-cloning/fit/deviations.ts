/** How far apart the styles are in each of their numbers: the standard deviation. */
export function deviationsOf(styles: readonly Float32Array[]): number[] {
  const average = (of: (style: Float32Array) => number): number =>
    styles.reduce((sum, style) => sum + of(style), 0) / styles.length;
  return Array.from(styles[0] ?? [], (_, i) => {
    const mean = average((style) => style[i] ?? 0);
    return Math.sqrt(average((style) => ((style[i] ?? 0) - mean) ** 2));
  });
}
