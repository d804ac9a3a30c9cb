import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { textOf } from './image-files.ts';

type Values = { [name: string]: unknown };

const CHART = 'deploy/helm/vox-humana';

export const chartText = (path: string): string => textOf(`${CHART}/${path}`);
export const chartFile = (path: string): Values => parse(chartText(path)) as Values;

/** What values.schema.json says of the defaults with these values over them, as Helm asks it. */
export function fitValues(given: object): string[] {
  const validate = compiledSchema();
  validate(overlay(chartFile('values.yaml'), given as Values));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

let compiled: ValidateFunction | undefined;
function compiledSchema(): ValidateFunction {
  compiled ??= new Ajv({ allErrors: true }).compile(JSON.parse(chartText('values.schema.json')));
  return compiled;
}

/** Maps are joined, everything else is replaced. */
function overlay(under: Values, over: Values): Values {
  const joined = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const below = under[name];
    joined[name] = isMap(value) && isMap(below) ? overlay(below, value) : value;
  }
  return joined;
}

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
