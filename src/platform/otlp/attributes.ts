/** Never a secret. Of a customer only what log lines have. */
export type Attributes = Record<string, string | number | boolean>;

/** https://github.com/open-telemetry/opentelemetry-proto, in its JSON form: 64-bit numbers are text. */
export function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** A number has too few digits for nanoseconds. */
export function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}
