import { InvalidVoiceBlend, UnknownVoice } from './errors.ts';
import { findVoice, type SpeechVoice, type VoicePart } from './voices.ts';

const MAX_VOICES = 4;
const WEIGHT = { min: 0.1, max: 10 };
const PART = /^([a-z0-9_-]{1,60})(?:\(\s*(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})\s*\))?$/u;

/** `af_heart`, or a blend: `af_heart(2)+am_adam(1)`. Does not check whether the voices exist. */
export function parseVoiceId(voiceId: string): VoicePart[] {
  if (!/[+()]/u.test(voiceId)) return [{ id: voiceId, weight: 1 }];
  const written = voiceId.split('+');
  if (written.length > MAX_VOICES) throw new InvalidVoiceBlend(`a blend has at most ${MAX_VOICES} voices`);
  return written.map((part) => {
    const match = PART.exec(part.trim());
    if (!match?.[1]) throw new InvalidVoiceBlend('write it as af_heart(2)+am_adam(1)');
    const weight = Number(match[2] ?? 1);
    if (weight < WEIGHT.min || weight > WEIGHT.max)
      throw new InvalidVoiceBlend(`weights must be from ${WEIGHT.min} to ${WEIGHT.max}`);
    return { id: match[1], weight };
  });
}

/** A blend speaks the language of its first voice. */
export function readVoice(voiceId: string): { voice: SpeechVoice; parts: VoicePart[] } {
  const parts = parseVoiceId(voiceId);
  const voices = parts.map(({ id }) => {
    const voice = findVoice(id);
    if (!voice) throw new UnknownVoice(id);
    return voice;
  });
  const [first, ...others] = voices;
  if (!first) throw new UnknownVoice(voiceId);
  if (others.length === 0) return { voice: first, parts };
  const name = voices.map((voice) => voice.name).join(' + ');
  return { voice: { ...first, id: voiceId, name, tags: ['blend'] }, parts };
}
