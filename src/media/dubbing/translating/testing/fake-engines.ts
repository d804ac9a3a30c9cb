import {
  createTranscriptionEngine,
  NoSpeech,
  type TranscriptionEngine,
  type TranscriptWord,
} from '../../../../../engines/transcription/index.ts';
import type { TranslationEngine, TranslationRequest } from '../../../../../engines/translation/index.ts';
import { silentLog } from '../../../../platform/log.ts';
import type { DubLine, DubScript } from '../../project.ts';
import { createTranslators, type TranslatingEngines } from '../translators.ts';

const RATE = 16_000;
export const line = (start: number, end: number, change: Partial<DubLine> = {}): DubLine => ({
  id: `line_${start}`,
  speaker_id: 'speaker_1',
  speaker_unsure: false,
  start,
  end,
  source: `texto ${start}`,
  translation: null,
  unknown_words: [],
  spoken: null,
  ...change,
});
export const scriptOf = (lines: DubLine[], language: string | null = 'es'): DubScript => ({
  source_language: language,
  speakers: [],
  lines,
});

/** Words by the seconds of a request and its number. */
export type Heard = (seconds: number, calls: number) => TranscriptWord[];

export function engines({
  pairs,
  model,
  heard,
  ...change
}: Partial<TranslatingEngines> & {
  pairs?: string[];
  model?: (prompt: string) => string;
  heard?: Heard;
} = {}) {
  const asked: TranslationRequest[] = [];
  const prompts: string[] = [];
  const listened: number[] = [];
  const apertium: TranslationEngine | null = pairs
    ? {
        name: 'apertium',
        capabilities: {
          fitsLength: false,
          pairs: pairs.map((pair) => {
            const [source = '', target = '', through = null] = pair.split('-');
            return { source, target, through };
          }),
        },
        async translate(request) {
          asked.push(request);
          return request.lines.map(({ text }) => ({
            text: `${request.target} ${text}`,
            unknownWords: ['texto'],
          }));
        },
      }
    : null;
  const transcription: TranscriptionEngine = {
    ...createTranscriptionEngine({ weights: null, log: silentLog }),
    status: () => 'idle',
    async transcribe({ samples, language = 'es' }) {
      listened.push(samples.length / RATE);
      const words = heard?.(samples.length / RATE, listened.length) ?? [];
      if (words.length === 0) throw new NoSpeech();
      return { text: '', language, segments: [], words, model: 'whisper-base' };
    },
  };
  const languageModel = model
    ? {
        model: 'tiny',
        external: false,
        maxOutputTokens: 2_048,
        async complete(prompt: string) {
          prompts.push(prompt);
          return { text: model(prompt), inputTokens: 1, outputTokens: 1 };
        },
      }
    : null;
  const translators = createTranslators({
    languageModel: languageModel as TranslatingEngines['languageModel'],
    apertium,
    transcription,
    ...change,
  });
  return { translators, asked, prompts, listened };
}
export const run = (
  { translators }: ReturnType<typeof engines>,
  script: DubScript,
  target = 'en',
  { seconds = 20, isAsHeard = false } = {},
) =>
  translators.translate(
    { script, target, glossary: { taza: 'mug' }, samples: new Float32Array(seconds * RATE), isAsHeard },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
export const echo = (prompt: string): string => {
  const lines = JSON.parse(prompt.slice(prompt.lastIndexOf('['))) as { text: string }[];
  return JSON.stringify(lines.map(({ text }) => text.toUpperCase()));
};
export const word = (text: string, start: number, end: number): TranscriptWord => ({
  word: text,
  start,
  end,
});
