/** The body of a saved run. The service has not checked it, and an older console may have written it. */
export type SavedRequest = Record<string, unknown>;

export function textIn(request: SavedRequest, name: string, otherwise = ''): string {
  const value = request[name];
  return typeof value === 'string' ? value : otherwise;
}

export function numberIn(request: SavedRequest, name: string): number | null {
  const value = request[name];
  return typeof value === 'number' ? value : null;
}

export function choiceIn<T extends string>(
  request: SavedRequest,
  name: string,
  options: readonly T[],
  otherwise: T,
): T {
  return options.find((option) => option === request[name]) ?? otherwise;
}

export function entriesIn(request: SavedRequest, name: string): [string, string][] {
  const value = request[name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : []));
}
