import { type ReactNode, useRef } from 'react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { SliderField, TextArea } from '../ui/fields.tsx';
import { SpokenLanguageField } from '../voices/spoken-language-field.tsx';
import { VoicePicker } from '../voices/voice-picker.tsx';
import { DisclosureField } from './disclosure-field.tsx';
import { type PronunciationList, Pronunciations, pronunciationsOf } from './pronunciations.tsx';
import { choiceIn, entriesIn, numberIn, type SavedRequest, textIn } from './saved-runs/saved-request.ts';

const MAX_CHARACTERS = 5_000;
const DISCLOSURES = ['none', 'audible'] as const;

export type SpeechDraft = {
  text: string;
  voiceId: string;
  /** Empty for that of the voice. */
  language: string;
  speed: number;
  pronunciations: PronunciationList;
  /** Empty: as the operator has it. */
  disclosure: (typeof DISCLOSURES)[number] | '';
};

type SpeechFieldsProps = {
  draft: SpeechDraft;
  change(change: Partial<SpeechDraft>): void;
  /** Fields between the speed and the pronunciations. */
  children?: ReactNode;
};

/** Asks what is spoken, by whom and how. */
export function SpeechFields({ draft, change, children }: SpeechFieldsProps) {
  const { speech: texts } = useTexts();
  const formats = useFormats();
  const area = useRef<HTMLTextAreaElement>(null);
  const characters = charactersOf(draft.text);
  const over = characters - MAX_CHARACTERS;
  const insertPause = () => {
    const at = area.current?.selectionStart ?? draft.text.length;
    change({ text: `${draft.text.slice(0, at)} [pause:0.8s] ${draft.text.slice(at)}` });
  };
  return (
    <>
      <TextArea
        ref={area}
        label={texts.text}
        rows={7}
        required
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
        hint={fill(texts.count, {
          count: formats.number(characters),
          max: formats.number(MAX_CHARACTERS),
        })}
        error={over > 0 ? fill(texts.tooLong, { over }) : undefined}
      />
      <div>
        <Button onClick={insertPause}>{texts.insertPause}</Button>
      </div>
      <VoicePicker value={draft.voiceId} onChange={(voiceId) => change({ voiceId })} />
      <SpokenLanguageField
        voiceId={draft.voiceId}
        value={draft.language}
        onChange={(language) => change({ language })}
      />
      <SliderField
        label={texts.speed}
        value={draft.speed}
        onChange={(speed) => change({ speed })}
        min={0.5}
        max={2}
        step={0.05}
        shown={formats.factor(draft.speed)}
      />
      {children}
      <DisclosureField
        choices={DISCLOSURES}
        value={draft.disclosure}
        onChange={(disclosure) => change({ disclosure })}
      />
      <Pronunciations
        value={draft.pronunciations}
        onChange={(pronunciations) => change({ pronunciations })}
      />
    </>
  );
}

export function isSpeakable({ text }: SpeechDraft): boolean {
  const characters = charactersOf(text);
  return characters > 0 && characters <= MAX_CHARACTERS;
}

/** The service counts characters the same way. */
function charactersOf(text: string): number {
  return [...text.normalize('NFC')].length;
}

export function speechRequestOf({ text, voiceId, language, speed, pronunciations, disclosure }: SpeechDraft) {
  const words = pronunciationsOf(pronunciations);
  return {
    text,
    voice_id: voiceId,
    ...(language ? { language } : {}),
    ...(speed === 1 ? {} : { speed }),
    ...(Object.keys(words).length > 0 ? { pronunciations: words } : {}),
    ...(disclosure ? { disclosure } : {}),
  };
}

/** Restores the form from a saved run. */
export function speechDraftOf(request: SavedRequest): SpeechDraft {
  return {
    text: textIn(request, 'text'),
    voiceId: textIn(request, 'voice_id', 'af_heart'),
    language: textIn(request, 'language'),
    speed: numberIn(request, 'speed') ?? 1,
    pronunciations: entriesIn(request, 'pronunciations').map(([word, spoken]) => ({ word, spoken })),
    disclosure: choiceIn(request, 'disclosure', DISCLOSURES, ''),
  };
}

/** A batch makes films, which have no pronunciations of their own. */
export function speechInBatch(draft: SpeechDraft) {
  return speechRequestOf({ ...draft, pronunciations: [] });
}
