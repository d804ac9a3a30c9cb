import type { TranscriptionEngine } from '../../engines/transcription/index.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { printCosine } from '../../engines/voice-cloning/index.ts';
import type { VoiceMaker } from '../../src/library/voices/index.ts';
import type { DubScript } from '../../src/media/dubbing/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { misheard } from '../stt/misheard.ts';
import { spokenWords } from '../stt/spoken-words.ts';
import type { Clip } from './make-clip.ts';

const HEARD_RATE = 16_000;
const SPOKEN_RATE = 24_000;
const MARGIN_SECONDS = 0.4;

export type Judged = {
  clip: Pick<Clip, 'lines'>;
  script: DubScript;
  target: string;
  /** Mono, 16 kHz: the whole new sound, and the old background without speech. */
  mixed: Float32Array;
  background: Float32Array;
  /** The spoken lines, one after the other, 24 kHz. */
  speech: Float32Array;
  original: Float32Array;
};

export type Ears = {
  transcription: TranscriptionEngine;
  voiceMaker: VoiceMaker;
};

/** Everything that the issue demands of a dub, as figures. */
export async function judge(ears: Ears, judged: Judged) {
  const { script, clip } = judged;
  const spoken = script.lines.flatMap(({ spoken: one, start }) => (one ? [{ ...one, slot: start }] : []));
  const starts = spoken.map(({ start, slot }) => Math.abs(start - slot));
  // A line that was said in two sentences may be two lines of the script.
  const heardStarts = clip.lines.map(({ start }) => nearest(start, script));
  const text = script.lines.map(({ translation }) => translation ?? '').join(' ');
  const said = spokenWords(text, judged.target);
  const heard = spokenWords(await words(ears.transcription, judged.mixed, judged.target), judged.target);
  const { errors, words: count } = wordErrors(said, heard);
  const prints = await printsOf(ears.voiceMaker, judged);
  return {
    lines: script.lines.length,
    speakers: script.speakers.length,
    'word errors, %': (100 * errors) / Math.max(1, count),
    misheard: misheard(said, heard).join(', '),
    'latest start after its slot, ms': 1_000 * Math.max(...starts),
    'starts that were heard against the true ones, ms': 1_000 * Math.max(...heardStarts),
    overlaps: spoken.filter(({ start }, i) => start < (spoken[i - 1]?.end ?? 0)).length,
    'background where nobody speaks, dB': backgroundChange(judged),
    'words left in the background': await words(ears.transcription, judged.background, null),
    'cosine of the two most similar new voices (1 is the same voice, 0 nothing in common)': mostAlike(
      prints.map(({ dubbed }) => dubbed),
    ),
    'cosine of each new voice and its speaker': prints
      .map(({ dubbed, own }) => printCosine(dubbed, own).toFixed(2))
      .join(', '),
    fits: Object.entries(Object.groupBy(spoken, ({ fit }) => fit))
      .map(([fit, some]) => `${some?.length} ${fit}`)
      .join(', '),
  };
}

async function words(
  transcription: TranscriptionEngine,
  samples: Float32Array,
  language: string | null,
): Promise<string> {
  try {
    return (await transcription.transcribe({ samples, ...(language && { language }) })).text;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'no_speech') return '';
    throw error;
  }
}

function nearest(start: number, { lines }: DubScript): number {
  return Math.min(...lines.map((line) => Math.abs(line.start - start)));
}

/** Compares the level where neither the old nor the new speech is. */
function backgroundChange({ clip, script, mixed, original }: Judged): number {
  const busy = [...clip.lines, ...script.lines.flatMap(({ spoken }) => spoken ?? [])];
  const isQuiet = (second: number) =>
    !busy.some(({ start, end }) => second > start - MARGIN_SECONDS && second < end + MARGIN_SECONDS);
  const power = (samples: Float32Array) =>
    samples.reduce((sum, sample, i) => (isQuiet(i / HEARD_RATE) ? sum + sample * sample : sum), 0);
  return 10 * Math.log10(power(mixed) / power(original));
}

async function printsOf(voiceMaker: VoiceMaker, { script, speech, original }: Judged) {
  const prints: { dubbed: Float32Array; own: Float32Array }[] = [];
  for (const { id } of script.speakers) {
    const lines = script.lines.filter(({ speaker_id, spoken }) => speaker_id === id && spoken);
    if (lines.length === 0) continue;
    const dubbed = lines.flatMap(({ spoken }) =>
      spoken ? [...speech.subarray(spoken.offset, spoken.offset + spoken.length)] : [],
    );
    const own = lines.flatMap(({ start, end }) => [
      ...original.subarray(start * HEARD_RATE, end * HEARD_RATE),
    ]);
    prints.push({
      dubbed: await voiceMaker.printOf({ samples: Float32Array.from(dubbed), sampleRate: SPOKEN_RATE }),
      own: await voiceMaker.printOf({ samples: Float32Array.from(own), sampleRate: HEARD_RATE }),
    });
  }
  return prints;
}

function mostAlike(prints: readonly Float32Array[]): number {
  const pairs = prints.flatMap((one, i) => prints.slice(i + 1).map((other) => printCosine(one, other)));
  return Math.max(...pairs);
}
