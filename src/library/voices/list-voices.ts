import {
  findLanguage,
  hasBorrowedSounds,
  languagesOf,
  type SpeechVoice,
} from '../../../engines/speech/index.ts';
import { InvalidCursor } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { baseVoiceOf, type VoiceRow } from './custom-voice.ts';
import { selectReadyVoices } from './queries.ts';
import type { CatalogEntry, CatalogQuery } from './schemas.ts';

export type SimilarVoice = CatalogEntry & { similarity: number };

/** Community voices that the account may see. */
export type CatalogListings = {
  list(accountId: string): Promise<readonly CatalogEntry[]>;
  /** Those that sound most like the print, most similar first. */
  similarTo(
    accountId: string,
    search: { print: Float32Array; limit: number },
  ): Promise<readonly SimilarVoice[]>;
};

export type CatalogDeps = {
  db: Db;
  presets: readonly SpeechVoice[];
  publicUrl: string;
  listings: CatalogListings;
};

export type CatalogPage = { entries: CatalogEntry[]; nextCursor: string | null };

/** An entry, its place in the order of the catalog, and the words that a search looks at. */
type Placed = { entry: CatalogEntry; place: string; words: string };

/**
 * Presets, then voices of the account, then listings; each in the order in which they were made. With a language, those
 * whose own it is come first.
 */
export async function listVoices(
  deps: CatalogDeps,
  accountId: string,
  { limit, cursor, ...filter }: CatalogQuery,
): Promise<CatalogPage> {
  const after = cursor === undefined ? '' : placeFrom(cursor);
  const all = (await catalogOf(deps, accountId))
    .flatMap((placed) => {
      const rank = matches(placed, filter) ? rankIn(placed.entry, filter.language) : null;
      return rank === null ? [] : [{ ...placed, place: rank + placed.place }];
    })
    .filter(({ place }) => place > after)
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const page = all.slice(0, limit);
  const last = page.length < all.length ? page.at(-1) : undefined;
  return {
    entries: page.map(({ entry }) => entry),
    nextCursor: last ? Buffer.from(last.place).toString('base64url') : null,
  };
}

/** Everything that the account may speak with, or license. */
async function catalogOf(deps: CatalogDeps, accountId: string): Promise<Placed[]> {
  const { presets, publicUrl, listings, db } = deps;
  const own = await selectReadyVoices(db, accountId);
  return [
    ...presets.map((voice, i) => placed(`0${String(i).padStart(4, '0')}`, presetEntry(voice, publicUrl))),
    ...own.map((voice) => placed(`1${voice.id}`, customEntry(deps, voice), promptOf(voice))),
    ...(await listings.list(accountId)).map((entry) => placed(`2${entry.id}`, entry)),
  ];
}

export function presetEntry(
  { id, name, language, gender, tags }: SpeechVoice,
  publicUrl: string,
): CatalogEntry {
  const languages = spokenBy(id, { estimated: false });
  const preview_url = previewUrl(publicUrl, id);
  return { id, name, source: 'preset', language, languages, gender, tags, preview_url };
}

/** A voice speaks the language of its base voice, with its accent. A remote one has none and speaks its own. */
export function customEntry(
  { presets, publicUrl }: Pick<CatalogDeps, 'presets' | 'publicUrl'>,
  { id, name, source, kind, gender, speaker, language, remix_of: remixOf }: VoiceRow,
): CatalogEntry {
  const baseVoice = baseVoiceOf(speaker);
  const base = presets.find((preset) => preset.id === baseVoice);
  const accent = base?.tags.slice(0, 1) ?? [];
  return {
    id,
    name,
    source,
    language: base?.language ?? findLanguage(language)?.code ?? language,
    languages: base ? spokenBy(base.id, { estimated: true }) : [],
    gender: gender ?? base?.gender ?? 'neutral',
    tags: [...accent, ...(kind ? [kind] : []), ...(remixOf ? ['remix'] : [])],
    preview_url: previewUrl(publicUrl, id),
  };
}

function spokenBy(presetId: string, { estimated }: { estimated: boolean }): CatalogEntry['languages'] {
  return languagesOf(presetId).map(({ characterErrors, ...spoken }) => ({
    ...spoken,
    character_errors: characterErrors,
    estimated,
  }));
}

/** Serves where nothing is known of a voice but its language. */
export function ownLanguageOf(language: string): CatalogEntry['languages'] {
  const code = findLanguage(language)?.code;
  if (code === undefined) return [];
  const level = hasBorrowedSounds(code) ? 'accented' : 'native';
  return [{ language: code, level, character_errors: null, estimated: true }];
}

function placed(place: string, entry: CatalogEntry, more = ''): Placed {
  return { place, entry, words: [entry.id, entry.name, ...entry.tags, more].join(' ').toLowerCase() };
}

function promptOf({ facts }: VoiceRow): string {
  return typeof facts.prompt === 'string' ? facts.prompt : '';
}

function previewUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/api/v1/voices/${id}/preview`;
}

function placeFrom(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[01][012][0-9a-z_-]{1,60}$/u.test(place)) throw new InvalidCursor();
  return place;
}

function matches(
  { entry, words }: Placed,
  { source, query }: Pick<CatalogQuery, 'source' | 'query'>,
): boolean {
  if (source && entry.source !== source) return false;
  return !query || words.includes(query.toLowerCase());
}

/** Where no voice is native, others that speak the language well follow its own. Null: not listed. */
function rankIn({ language, languages }: CatalogEntry, wanted: string | undefined): '0' | '1' | null {
  if (!wanted || speaks(language, wanted)) return '0';
  if (!hasBorrowedSounds(findLanguage(wanted)?.code ?? '')) return null;
  return languages.some((spoken) => spoken.level === 'good' && speaks(spoken.language, wanted)) ? '1' : null;
}

/** `en` matches en-us and en-gb; `en-GB` only the second. */
function speaks(voiceLanguage: string, wanted: string): boolean {
  const voice = voiceLanguage.toLowerCase();
  const want = wanted.toLowerCase();
  return voice === want || voice.startsWith(`${want}-`);
}
