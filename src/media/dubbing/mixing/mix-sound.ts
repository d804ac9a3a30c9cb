import { join } from 'node:path';
import type { Clip, MixingEngine } from '../../../../engines/mixing/index.ts';
import type { SeparationEngine } from '../../../../engines/separation/index.ts';
import type { TimeMark } from '../fit-lines.ts';
import type { DubScript } from '../project.ts';

export type SoundToMix = {
  /** The original: WAV, stereo, 48 kHz, 16 bits. */
  soundPath: string;
  /** Its speech alone, if it was found when the film was heard: WAV, mono, 16 kHz. */
  filmSpeechPath: string | null;
  /** The spoken lines one after the other: WAV, mono, 24 kHz, 16 bits. */
  speechPath: string;
  script: DubScript;
  marks: readonly TimeMark[];
  /** Length of the result. */
  seconds: number;
  dropBackground: boolean;
  /** All files that are made go here. */
  folder: string;
};

export type MixedSound = {
  /** WAV, stereo, 48 kHz. */
  mixedPath: string;
  /** The new speech alone, on the timeline of the result: WAV, mono, 24 kHz. */
  voicesPath: string;
};

/** Taking the speech out costs a few times what mixing does. */
const SEPARATING_SHARE = 0.75;

/** Lays the spoken lines over the sound of the film without its speech. */
export async function mixSound(
  engines: { separation: SeparationEngine; mixing: MixingEngine },
  { soundPath, filmSpeechPath, speechPath, script, marks, seconds, dropBackground, folder }: SoundToMix,
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<MixedSound> {
  const backgroundPath = dropBackground ? null : join(folder, 'background.wav');
  const separating = backgroundPath === null ? 0 : SEPARATING_SHARE;
  if (backgroundPath !== null) {
    const spans = script.lines.map(({ start, end }) => ({ start, end }));
    await engines.separation.removeSpeech(
      { soundPath, spans, speechPath: filmSpeechPath, backgroundPath },
      { signal, onProgress: (share) => onProgress(separating * share) },
    );
  }
  const made = { mixedPath: join(folder, 'mixed.wav'), voicesPath: join(folder, 'voices.wav') };
  await engines.mixing.mix(
    {
      originalPath: soundPath,
      backgroundPath,
      speechPath,
      clips: clipsOf(script),
      marks: [...marks],
      seconds,
      ...made,
    },
    { signal, onProgress: (share) => onProgress(separating + (1 - separating) * share) },
  );
  return made;
}

function clipsOf({ lines }: DubScript): Clip[] {
  return lines.flatMap(({ spoken, start, end, speaker_id }) =>
    spoken
      ? [
          {
            offset: spoken.offset,
            length: spoken.length,
            start: spoken.start,
            slot: { start, end },
            speaker: speaker_id,
          },
        ]
      : [],
  );
}
