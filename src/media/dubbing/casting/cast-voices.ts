import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import type { NearVoice } from '../../../../engines/voice-cloning/index.ts';
import { roundedSpeaker, type VoiceMaker } from '../../../library/voices/index.ts';
import type { DubRequest } from '../dub-request.ts';
import type { DubScript, DubSpeaker, DubVoice } from '../project.ts';
import { withoutBackground } from '../without-background.ts';
import { nearestVoice } from './nearest-voice.ts';
import { ownSpeech } from './own-speech.ts';

export type CastEngines = {
  voiceMaker: Pick<VoiceMaker, 'match' | 'nearestPresets' | 'printOf' | 'removeNoise'>;
  speech: Pick<SpeechEngine, 'voices'>;
};

export type CastRequest = {
  script: DubScript;
  /** The film: mono, 16 kHz. */
  samples: Float32Array;
  target: string;
  /** Whether the speakers have agreed to voices like their own. */
  consent: boolean;
  /** The voice of everybody who has none yet. */
  voice: DubRequest['voice'];
};

export type CastOptions = {
  signal: AbortSignal;
  onProgress(share: number): void;
  /** Called after each speaker, with all of them as they are by then. */
  onCast(speakers: DubSpeaker[]): Promise<void>;
};

const SAMPLE_RATE = 16_000;
/** A voice cannot be told from less. */
const LEAST_SECONDS = 3;
/** A match takes a third of a minute. With more speakers than this, those who say little do without. */
const MANY_SPEAKERS = 4;
const LITTLE_SECONDS = 5;

/** Finds a voice for every speaker who has none. */
export async function castVoices(
  engines: CastEngines,
  request: CastRequest,
  { signal, onProgress, onCast }: CastOptions,
): Promise<DubSpeaker[]> {
  let speakers = request.script.speakers;
  // Those who say most choose first.
  const waiting = speakers.filter(({ voice }) => voice === null).sort((a, b) => b.seconds - a.seconds);
  for (const [done, speaker] of waiting.entries()) {
    signal.throwIfAborted();
    const casting = { ...request, speakers, isCrowded: speakers.length > MANY_SPEAKERS };
    const share = (own: number) => onProgress((done + own) / waiting.length);
    const known = { ...speaker, print: await printFor(engines, request, speaker, signal) };
    const voice = await castVoice(engines, casting, known, { signal, onProgress: share });
    speakers = speakers.map((one) => (one.id === speaker.id ? { ...known, voice } : one));
    share(1);
    await onCast(speakers);
  }
  return speakers;
}

/** It was not kept if nobody had agreed when the film was heard. */
async function printFor(
  { voiceMaker }: CastEngines,
  { script, samples, voice }: CastRequest,
  { id, print }: DubSpeaker,
  signal: AbortSignal,
): Promise<number[] | null> {
  if (print || voice) return print;
  const sample = ownSpeech(script, id, samples);
  if (sample.length < LEAST_SECONDS * SAMPLE_RATE) return null;
  return [...(await voiceMaker.printOf({ samples: sample, sampleRate: SAMPLE_RATE }, signal))];
}

type Casting = CastRequest & { speakers: readonly DubSpeaker[]; isCrowded: boolean };
type Matching = { signal: AbortSignal; onProgress(share: number): void };

async function castVoice(
  { voiceMaker, speech }: CastEngines,
  { script, samples, target, consent, voice, speakers, isCrowded }: Casting,
  speaker: DubSpeaker,
  options: Matching,
): Promise<DubVoice> {
  if (voice) return { kind: 'chosen', ...voice };
  const near = speaker.print ? await voiceMaker.nearestPresets(Float32Array.from(speaker.print)) : null;
  const nearest = await nearestVoice({ voices: speech.voices, target, near, taken: takenBy(speakers) });
  const sample = consent && near ? ownSpeech(script, speaker.id, samples) : new Float32Array();
  const leastSeconds = isCrowded ? LITTLE_SECONDS : LEAST_SECONDS;
  if (sample.length < leastSeconds * SAMPLE_RATE) return nearest;
  // Cosines of prints to the voice alone, over four voices with three kinds of music under them: 0.72 → 0.76 with the music
  // 15 dB under the voice, 0.62 → 0.68 with 8 dB, 0.85 → 0.84 without music.
  const heard = await withoutBackground(voiceMaker, sample, options.signal);
  const matched = await voiceMaker.match({ samples: heard, language: target, isForeign: true }, options);
  const score = matched.score ?? 0;
  // A match to a sample of mostly music or noise may be less like the speaker than a preset is.
  if (score <= similarityOf(nearest, near)) return nearest;
  return { kind: 'matched', speaker: roundedSpeaker(matched), score };
}

function takenBy(speakers: readonly DubSpeaker[]): Set<string> {
  return new Set(speakers.flatMap(({ voice }) => (voice && 'voice_id' in voice ? voice.voice_id : [])));
}

function similarityOf(
  { voice_id, speaker }: Extract<DubVoice, { kind: 'nearest' }>,
  near: readonly NearVoice[] | null,
): number {
  if (speaker !== undefined) return 0;
  return near?.find(({ voiceId }) => voiceId === voice_id)?.similarity ?? 0;
}
