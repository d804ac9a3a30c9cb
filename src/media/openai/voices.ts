/** The names that OpenAI's clients know, and the preset that comes nearest. */
const NAMED: Record<string, string> = {
  alloy: 'af_alloy',
  echo: 'am_echo',
  fable: 'bm_fable',
  onyx: 'am_onyx',
  nova: 'af_nova',
  shimmer: 'af_bella',
};

export const OPENAI_VOICES = Object.keys(NAMED);

/** Everything else is a voice_id of our own. */
export function voiceIdOf(voice: string): string {
  return (Object.hasOwn(NAMED, voice) && NAMED[voice]) || voice;
}
