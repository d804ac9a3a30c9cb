/** OpenAI's voice names, each with the preset that comes nearest. */
const VOICES: Record<string, string> = {
  alloy: 'af_alloy',
  ash: 'am_liam',
  ballad: 'bm_lewis',
  coral: 'af_kore',
  echo: 'am_echo',
  fable: 'bm_fable',
  onyx: 'am_onyx',
  nova: 'af_nova',
  sage: 'af_sarah',
  shimmer: 'af_bella',
  verse: 'am_michael',
  marin: 'af_heart',
  cedar: 'am_fenrir',
};

export const VOICE_NAMES = Object.keys(VOICES);

/** Any other name is taken for a voice of this server. */
export function voiceIdOf(name: string): string {
  return (Object.hasOwn(VOICES, name) && VOICES[name]) || name;
}
