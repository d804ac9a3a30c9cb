import type { DubLine, DubScript } from '../../project.ts';

/** Lines of what is said and what is said instead, two seconds each. */
export function scriptOf(...lines: Partial<DubLine>[]): DubScript {
  const speaker = (id: string, name: string) => ({ id, name, seconds: 2, print: null, voice: null });
  return {
    source_language: 'es',
    speakers: [speaker('a', 'Anna')],
    lines: lines.map((line, i) => ({
      id: `line-${i}`,
      speaker_id: 'a',
      speaker_unsure: false,
      start: 2 * i,
      end: 2 * i + 2,
      source: 'Hola.',
      translation: 'Hello.',
      unknown_words: [],
      spoken: null,
      ...line,
    })),
  };
}
