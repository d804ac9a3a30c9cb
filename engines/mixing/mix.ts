import { createWav, openWav, type WavReader } from '../codec/index.ts';
import {
  createLoudnessMeter,
  fromDecibels,
  type LoudnessMeter,
  loudnessOfSteps,
  STEPS_PER_SECOND,
} from '../dsp/index.ts';
import { clipGains, placedSteps, type Steps, speechCorrection } from './levels.ts';
import { limitPieces } from './limit-pieces.ts';
import { onTimeline, originalTime } from './timeline.ts';
import { type Clip, FILM_RATE, type Mixed, type MixRequest, PIECE_FRAMES, SPEECH_RATE } from './types.ts';
import { createVoices, type PlacedClip } from './voices.ts';

type MixOptions = {
  signal: AbortSignal;
  /** `share` goes from 0 to 1. */
  onProgress(share: number): void;
};
type Sounds = { original: WavReader; background: WavReader | null; speech: WavReader };

/** Reading for the levels takes about as long as writing. */
const MEASURING_SHARE = 0.5;

/** Lays the clips over the background. Only a few pieces of ten seconds are in memory at any time. */
export async function mix(request: MixRequest, options: MixOptions): Promise<Mixed> {
  const sounds = await openSounds(request);
  try {
    const { originalLufs, clips } = await placeClips(request, sounds, options);
    await writeVoices(request, sounds.speech, clips);
    const lufs = await writeMix(request, sounds, clips, options);
    return { originalLufs, lufs };
  } finally {
    for (const sound of Object.values(sounds)) await sound?.close();
  }
}

async function openSounds({ originalPath, backgroundPath, speechPath }: MixRequest): Promise<Sounds> {
  const opened: WavReader[] = [];
  const openAs = async (path: string, rate: number, channels: number): Promise<WavReader> => {
    const sound = await openWav(path);
    opened.push(sound);
    if (sound.sampleRate === rate && sound.channels === channels) return sound;
    throw new RangeError(`a sound of ${sound.channels} channels at ${sound.sampleRate} Hz`);
  };
  try {
    return {
      original: await openAs(originalPath, FILM_RATE, 2),
      background: backgroundPath === null ? null : await openAs(backgroundPath, FILM_RATE, 2),
      speech: await openAs(speechPath, SPEECH_RATE, 1),
    };
  } catch (error) {
    for (const sound of opened) await sound.close();
    throw error;
  }
}

async function placeClips(
  { clips, marks, seconds }: MixRequest,
  { original, background, speech }: Sounds,
  { signal, onProgress }: MixOptions,
): Promise<{ originalLufs: number; clips: PlacedClip[] }> {
  const count = background ? 2 : 1;
  const measured = (sound: WavReader, from: number) =>
    measure(sound, signal, (share) => onProgress((MEASURING_SHARE * (from + share)) / count));
  const originalSteps = await measured(original, 0);
  const backgroundSteps = background ? await measured(background, 1) : [];
  const spoken: Steps[] = [];
  for (const clip of clips) spoken.push(await clipSteps(speech, clip));
  const originalLufs = loudnessOfSteps(originalSteps);
  const gains = clipGains(originalSteps, clips, spoken);
  const steps = placedSteps(clips, spoken, gains, Math.ceil(seconds * STEPS_PER_SECOND));
  const under = steps.map(
    (_, i) => backgroundSteps[Math.round(originalTime(marks, i / STEPS_PER_SECOND) * STEPS_PER_SECOND)] ?? 0,
  );
  const correction = speechCorrection(under, steps, originalLufs);
  return {
    originalLufs,
    clips: clips.map((clip, i) => ({
      ...clip,
      gain: fromDecibels((gains[i] ?? 0) + correction),
      first: Math.round(clip.start * SPEECH_RATE),
    })),
  };
}

async function measure(
  sound: WavReader,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Steps> {
  const meter: LoudnessMeter = createLoudnessMeter(FILM_RATE);
  for (let from = 0; from < sound.frames; from += PIECE_FRAMES) {
    signal.throwIfAborted();
    meter.add(await sound.read(from, Math.min(sound.frames, from + PIECE_FRAMES)));
    onProgress(Math.min(1, (from + PIECE_FRAMES) / sound.frames));
  }
  return meter.steps();
}

/** Measures the clip as if it came from the middle, at the same level on both sides. */
async function clipSteps(speech: WavReader, { offset, length }: Clip): Promise<Steps> {
  const [samples = new Float32Array()] = await speech.read(offset, offset + length);
  const meter = createLoudnessMeter(SPEECH_RATE);
  meter.add([samples, samples]);
  return meter.steps();
}

async function writeVoices(
  { seconds, voicesPath }: MixRequest,
  speech: WavReader,
  clips: readonly PlacedClip[],
): Promise<void> {
  const frames = Math.round(seconds * SPEECH_RATE);
  const voices = createVoices(speech, clips, SPEECH_RATE);
  const file = await createWav(voicesPath, { sampleRate: SPEECH_RATE, channels: 1 });
  try {
    for (let from = 0; from < frames; from += PIECE_FRAMES) {
      const piece = new Float32Array(Math.min(PIECE_FRAMES, frames - from));
      await voices.addTo([piece], from);
      await file.write([piece]);
    }
  } finally {
    await file.close();
  }
}

async function writeMix(
  { marks, seconds, mixedPath }: MixRequest,
  { background, speech }: Sounds,
  clips: readonly PlacedClip[],
  { signal, onProgress }: MixOptions,
): Promise<number> {
  const frames = Math.round(seconds * FILM_RATE);
  const voices = createVoices(speech, clips, FILM_RATE);
  const meter = createLoudnessMeter(FILM_RATE);
  async function* pieces(): AsyncGenerator<Float32Array[]> {
    let at = 0;
    for await (const piece of background ? onTimeline(background, marks, frames) : silence(frames)) {
      signal.throwIfAborted();
      await voices.addTo(piece, at);
      at += piece[0]?.length ?? 0;
      yield piece;
      onProgress(MEASURING_SHARE + (1 - MEASURING_SHARE) * (at / frames));
    }
  }
  const file = await createWav(mixedPath, { sampleRate: FILM_RATE, channels: 2 });
  try {
    for await (const piece of limitPieces(pieces())) {
      meter.add(piece);
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
  return loudnessOfSteps(meter.steps());
}

function* silence(frames: number): Generator<Float32Array[]> {
  for (let from = 0; from < frames; from += PIECE_FRAMES) {
    const length = Math.min(PIECE_FRAMES, frames - from);
    yield [new Float32Array(length), new Float32Array(length)];
  }
}
