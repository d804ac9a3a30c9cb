const ONE = '(\\*|[a-z_]+\\.(\\*|[a-z_]+))';
/** `*` stands for all events, `video.*` for all about videos. */
export const EVENT_PATTERNS = `^${ONE}(,${ONE})*$`;

export function matcherOf(patterns: string): (event: string) => boolean {
  const given = patterns.split(',');
  return (event) =>
    given.some((pattern) =>
      pattern.endsWith('*') ? event.startsWith(pattern.slice(0, -1)) : event === pattern,
    );
}
