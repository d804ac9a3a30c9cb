/** `value` names the value in the help. Files are completed by the shell. */
export type Option = {
  type: 'string' | 'number' | 'boolean';
  short?: string;
  value?: string;
  choices?: readonly string[];
  multiple?: true;
  description: string;
};

export type Options = Record<string, Option>;

type Single<O extends Option> = O extends { choices: readonly (infer Choice)[] }
  ? Choice
  : { string: string; number: number; boolean: boolean }[O['type']];

export type Values<O extends Options> = {
  [Name in keyof O]: (O[Name] extends { multiple: true } ? Single<O[Name]>[] : Single<O[Name]>) | undefined;
};

export const GLOBAL_OPTIONS = {
  json: { type: 'boolean', description: 'Print one JSON document and nothing else' },
  profile: {
    type: 'string',
    value: 'NAME',
    description: 'Use this profile of the config file (VOX_PROFILE)',
  },
  'base-url': { type: 'string', value: 'URL', description: 'Where the service is (VOX_BASE_URL)' },
  quiet: { type: 'boolean', short: 'q', description: 'Show no progress and no notes' },
  verbose: { type: 'boolean', description: 'Show every request' },
  help: { type: 'boolean', short: 'h', description: 'Explain the command' },
} as const satisfies Options;

export type Globals = Values<typeof GLOBAL_OPTIONS>;
