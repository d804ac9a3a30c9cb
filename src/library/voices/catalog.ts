import { parseVoiceId, type SpeechVoice } from '../../engines/speech/index.ts';
import { VoiceNotFound } from './errors.ts';
import type { CatalogEntry, CatalogQuery } from './schemas.ts';

type Deps = { presets: readonly SpeechVoice[]; publicUrl: string };

export function listVoices({ presets, publicUrl }: Deps, query: CatalogQuery): CatalogEntry[] {
  return presets.map((voice) => presetEntry(voice, publicUrl)).filter((entry) => matches(entry, query));
}

export function findPreset(presets: readonly SpeechVoice[], voiceId: string): SpeechVoice {
  const voice = presets.find((preset) => preset.id === voiceId);
  if (!voice) throw new VoiceNotFound();
  return voice;
}

/** A preset, or a blend of presets, which has the language of the first. */
export function findSpeaker(presets: readonly SpeechVoice[], voiceId: string): SpeechVoice {
  const [first] = parseVoiceId(voiceId).map(({ id }) => findPreset(presets, id));
  if (!first) throw new VoiceNotFound();
  return { ...first, id: voiceId };
}

function presetEntry(voice: SpeechVoice, publicUrl: string): CatalogEntry {
  const { id, name, language, gender, tags } = voice;
  return {
    id,
    name,
    source: 'preset',
    language,
    gender,
    tags,
    preview_url: `${publicUrl}/api/v1/voices/${id}/preview`,
  };
}

function matches(entry: CatalogEntry, { source, language, query }: CatalogQuery): boolean {
  if (source && entry.source !== source) return false;
  if (language && !speaks(entry.language, language)) return false;
  if (!query) return true;
  const haystack = [entry.id, entry.name, ...entry.tags].join(' ').toLowerCase();
  return haystack.includes(query.toLowerCase());
}

/** `en` matches en-us and en-gb; `en-GB` only the second. */
function speaks(voiceLanguage: string, wanted: string): boolean {
  const [voice, want] = [voiceLanguage.toLowerCase(), wanted.toLowerCase()];
  return voice === want || voice.startsWith(`${want}-`);
}
