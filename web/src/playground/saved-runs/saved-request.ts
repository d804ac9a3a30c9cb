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

export function choiceIn<T extends string, Otherwise extends string = T>(
  request: SavedRequest,
  name: string,
  options: readonly T[],
  otherwise: Otherwise,
): T | Otherwise {
  return options.find((option) => option === request[name]) ?? otherwise;
}

export function objectIn(request: SavedRequest, name: string): SavedRequest {
  return asObject(request[name]);
}

export function itemsIn(request: SavedRequest, name: string): SavedRequest[] {
  const value = request[name];
  return Array.isArray(value) ? value.map(asObject) : [];
}

function asObject(value: unknown): SavedRequest {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function entriesIn(request: SavedRequest, name: string): [string, string][] {
  return Object.entries(objectIn(request, name)).flatMap(([key, one]) =>
    typeof one === 'string' ? [[key, one]] : [],
  );
}
