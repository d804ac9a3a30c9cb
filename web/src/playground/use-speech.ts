import { useDraft } from '../ui/use-draft.ts';
import { isSpeakable, type SpeechDraft, speechInBatch, speechRequestOf } from './speech-fields.tsx';
import { usePrice } from './use-price.ts';

const NEW_SPEECH = {
  voiceId: 'af_heart',
  language: '',
  speed: 1,
  pronunciations: [],
  disclosure: '' as const,
};

/** The draft of a page that speaks, with what both of them say about it. `name` is that of the page. */
export function useSpeech<Own extends object>(name: string, initial: Own & { text: string }) {
  const [draft, change] = useDraft<SpeechDraft & Own>(`vox.draft.${name}`, { ...NEW_SPEECH, ...initial });
  const ready = isSpeakable(draft);
  const { text, voiceId, language, disclosure } = draft;
  const { price } = usePrice(
    ready
      ? {
          kind: 'tts',
          text,
          voice_id: voiceId,
          ...(language && { language }),
          ...(disclosure && { disclosure }),
        }
      : null,
  );
  return { draft, change, ready, price, spoken: speechRequestOf(draft), generate: speechInBatch(draft) };
}
