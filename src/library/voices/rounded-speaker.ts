import type { SpeakerArtifact } from '../../../engines/speech/index.ts';

/** Six digits are inaudible from more, and take half of the room. */
export function roundedSpeaker(speaker: SpeakerArtifact): SpeakerArtifact {
  const { style, timbreOffsets, equaliserDb, f0Scale, pace } = speaker;
  return {
    ...speaker,
    style: style.map(sixDigits),
    ...(timbreOffsets && { timbreOffsets: timbreOffsets.map(sixDigits) }),
    equaliserDb: equaliserDb.map(sixDigits),
    f0Scale: sixDigits(f0Scale),
    pace: sixDigits(pace),
  };
}

function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}
