import type { DubLine, DubScript, DubSpeaker } from '../project.ts';

/**
 * Merges a result into a dub that was changed while the job ran. The customer's lines and speakers stay. A line
 * takes its sound from the job; the key of the sound tells whether it still fits the words and the voice. It takes a
 * translation only if it has none.
 */
export function mergeScripts(
  mine: DubScript | null,
  rendered: DubScript,
  /** Speakers for whom the job found a voice. */
  cast: readonly string[],
): DubScript {
  if (!mine) return rendered;
  const lines = new Map(rendered.lines.map((line) => [line.id, line]));
  const speakers = new Map(rendered.speakers.map((speaker) => [speaker.id, speaker]));
  return {
    source_language: mine.source_language ?? rendered.source_language,
    speakers: mine.speakers.map((speaker) => mergeSpeaker(speaker, speakers.get(speaker.id), cast)),
    lines: mine.lines.map((line) => mergeLine(line, lines.get(line.id))),
  };
}

function mergeLine(mine: DubLine, rendered: DubLine | undefined): DubLine {
  // Clips of the file that the job replaced are gone.
  if (!rendered) return { ...mine, spoken: null };
  const { spoken, translation, unknown_words } = rendered;
  const isTranslated = mine.translation === null && mine.source === rendered.source;
  return { ...mine, spoken, ...(isTranslated && { translation, unknown_words }) };
}

function mergeSpeaker(
  mine: DubSpeaker,
  rendered: DubSpeaker | undefined,
  cast: readonly string[],
): DubSpeaker {
  if (!rendered) return mine;
  const found = cast.includes(mine.id) ? rendered.voice : null;
  return { ...rendered, name: mine.name, voice: mine.voice ?? found };
}
