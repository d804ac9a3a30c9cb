/** Ajv reports each fault of a value like this. */
export type Issue = {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string | undefined;
};

const MOST_NAMED = 40;

/** The message of an issue. One about a closed set of values names them. */
export function describeIssue(issue: Issue, all: readonly Issue[]): string {
  if ('missingProperty' in issue.params) return 'is required';
  const values = allowedBy(issue, all);
  if (values.length > 0) return mustBeOneOf(values);
  if (typeof issue.params.additionalProperty === 'string')
    return `has an unknown field, ${issue.params.additionalProperty.slice(0, 80)}`;
  return issue.message ?? 'is not valid';
}

export function mustBeOneOf(values: readonly unknown[]): string {
  const more = values.length > MOST_NAMED ? ' or others, which the documentation lists' : '';
  const named = values.slice(0, MOST_NAMED).join(', ');
  return values.length === 1 ? `must be ${named}` : `must be one of ${named}${more}`;
}

/** A union of constants is one issue for each of them. Other members of the union are left out. */
function allowedBy({ instancePath, keyword, params }: Issue, all: readonly Issue[]): unknown[] {
  if (keyword === 'enum' && Array.isArray(params.allowedValues)) return params.allowedValues;
  if (keyword !== 'const') return [];
  const alternatives = all.filter(
    (other) => other.keyword === 'const' && other.instancePath === instancePath,
  );
  return alternatives.map((other) => other.params.allowedValue);
}

/** The values that a schema allows if it is a closed set, as of a field in a form. */
export function valuesOf(schema: object): unknown[] {
  const { enum: values, const: only, anyOf } = schema as Record<'enum' | 'const' | 'anyOf', unknown>;
  if (Array.isArray(values)) return values;
  if (only !== undefined) return [only];
  if (!Array.isArray(anyOf)) return [];
  const members = anyOf.map((member: object) => valuesOf(member));
  return members.every((found) => found.length > 0) ? members.flat() : [];
}
