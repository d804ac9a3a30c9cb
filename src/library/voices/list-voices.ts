import { findLanguage, type SpeechVoice } from '../../engines/speech/index.ts';
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

/** Presets, then voices of the account, then listings; each in the order in which they were made. */
export async function listVoices(
  deps: CatalogDeps,
  accountId: string,
  { limit, cursor, ...filter }: CatalogQuery,
): Promise<CatalogPage> {
  const after = cursor === undefined ? '' : placeFrom(cursor);
  const all = (await catalogOf(deps, accountId)).filter(
    (placed) => placed.place > after && matches(placed, filter),
  );
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
  ].sort((a, b) => (a.place < b.place ? -1 : 1));
}

export function presetEntry(
  { id, name, language, gender, tags }: SpeechVoice,
  publicUrl: string,
): CatalogEntry {
  return { id, name, source: 'preset', language, gender, tags, preview_url: previewUrl(publicUrl, id) };
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
    gender: gender ?? base?.gender ?? 'neutral',
    tags: [...accent, ...(kind ? [kind] : []), ...(remixOf ? ['remix'] : [])],
    preview_url: previewUrl(publicUrl, id),
  };
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
  if (!/^[012][0-9a-z_-]{1,60}$/u.test(place)) throw new InvalidCursor();
  return place;
}

function matches(
  { entry, words }: Placed,
  { source, language, query }: Pick<CatalogQuery, 'source' | 'language' | 'query'>,
): boolean {
  if (source && entry.source !== source) return false;
  if (language && !speaks(entry.language, language)) return false;
  return !query || words.includes(query.toLowerCase());
}

/** `en` matches en-us and en-gb; `en-GB` only the second. */
function speaks(voiceLanguage: string, wanted: string): boolean {
  const [voice, want] = [voiceLanguage.toLowerCase(), wanted.toLowerCase()];
  return voice === want || voice.startsWith(`${want}-`);
}
