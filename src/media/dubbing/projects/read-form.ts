import { TypeCompiler } from '@sinclair/typebox/compiler';
import { SYNC_MODES, type SyncMode } from '../../../../engines/video/index.ts';
import { refuseUnusableText } from '../../../http/index.ts';
import { Glossary } from '../project.ts';
import { InvalidDub } from './errors.ts';

/** The fields of a form, before its file is examined. */
export type DubForm = {
  name: string | undefined;
  dubId: string | undefined;
  target: string;
  source: string | null;
  script: string | undefined;
  scriptLanguage: string | undefined;
  voiceId: string | null;
  numSpeakers: number | null;
  start: number | undefined;
  end: number | undefined;
  consent: boolean;
  glossary: Glossary;
  lipSync: boolean | undefined;
  syncMode: SyncMode;
  fit: 'speech' | 'picture';
  dropBackground: boolean;
  webhookUrl: string | undefined;
};

const MOST_SPEAKERS = 20;
const glossaries = TypeCompiler.Compile(Glossary);

type Fields = Record<string, string>;

/** Reads a form, in which every value is text. An empty value counts as absent. */
export function readForm(given: Fields): DubForm {
  const fields: Fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
  const target = languageFrom(fields.target_language);
  if (target === null)
    throw new InvalidDub('target_language', 'is required: the ISO code of the language to dub into');
  return {
    name: fields.name,
    dubId: fields.dub_id,
    target,
    source: languageFrom(fields.source_language),
    script: fields.script,
    scriptLanguage: languageFrom(fields.script_language) ?? undefined,
    voiceId: voiceFrom(fields.voice_id),
    numSpeakers: speakersFrom(fields.num_speakers),
    start: secondsFrom(fields, 'start'),
    end: secondsFrom(fields, 'end'),
    consent: booleanFrom(fields, 'consent') ?? false,
    glossary: glossaryFrom(fields.glossary),
    lipSync: booleanFrom(fields, 'lip_sync'),
    syncMode: oneOf(fields, 'sync_mode', SYNC_MODES, 'cut_off'),
    fit: oneOf(fields, 'fit', ['speech', 'picture'] as const, 'speech'),
    dropBackground: booleanFrom(fields, 'drop_background') ?? false,
    webhookUrl: fields.webhook_url,
  };
}

/** The base of the tag: `en` for `en-GB`. Null for `auto`, which means the same as none. */
function languageFrom(field: string | undefined): string | null {
  const code = field?.trim().toLowerCase().slice(0, 40);
  if (!code || code === 'auto') return null;
  return code.split(/[-_]/u)[0] ?? null;
}

const LONGEST_VOICE_ID = 200;

function voiceFrom(field: string | undefined): string | null {
  if (field !== undefined && field.length > LONGEST_VOICE_ID)
    throw new InvalidDub('voice_id', `must have at most ${LONGEST_VOICE_ID} characters`);
  return field ?? null;
}

function speakersFrom(field: string | undefined): number | null {
  if (field === undefined) return null;
  const number = /^\d{1,2}$/u.test(field) ? Number(field) : 0;
  if (number < 1 || number > MOST_SPEAKERS)
    throw new InvalidDub('num_speakers', `must be a whole number from 1 to ${MOST_SPEAKERS}`);
  return number;
}

function secondsFrom(fields: Fields, name: string): number | undefined {
  const field = fields[name];
  if (field === undefined) return undefined;
  if (!/^\d{1,6}(\.\d{1,6})?$/u.test(field)) throw new InvalidDub(name, 'must be a number of seconds');
  return Number(field);
}

function booleanFrom(fields: Fields, name: string): boolean | undefined {
  const field = fields[name];
  if (field === undefined || field === 'true' || field === 'false')
    return field === undefined ? undefined : field === 'true';
  throw new InvalidDub(name, 'must be true or false');
}

function oneOf<Value extends string>(
  fields: Fields,
  name: string,
  allowed: readonly Value[],
  otherwise: Value,
): Value {
  const field = fields[name];
  if (field === undefined) return otherwise;
  const found = allowed.find((value) => value === field);
  if (!found) throw new InvalidDub(name, `must be one of ${allowed.join(', ')}`);
  return found;
}

function glossaryFrom(field: string | undefined): Glossary {
  if (field === undefined) return {};
  const parsed = parseJson(field);
  if (!glossaries.Check(parsed))
    throw new InvalidDub(
      'glossary',
      'must be a JSON object of up to 200 terms with the words to use for them, each of 1 to 100 characters',
    );
  // The text of the form was checked before its escapes were read.
  refuseUnusableText(parsed);
  return parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
