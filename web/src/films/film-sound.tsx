import { AssetPicker } from '../assets/asset-picker.tsx';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { TextArea } from '../ui/fields.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SpokenLanguageField } from '../voices/spoken-language-field.tsx';
import { VoicePicker } from '../voices/voice-picker.tsx';
import { type FilmDraft, MAX_CHARACTERS } from './film-request.ts';

type FilmSoundProps = { draft: FilmDraft; change(change: Partial<FilmDraft>): void };

/** Asks what is heard: a text in a voice, or a recording. */
export function FilmSound({ draft, change }: FilmSoundProps) {
  const { films: texts, speech } = useTexts();
  const formats = useFormats();
  const characters = [...draft.text.normalize('NFC')].length;
  const over = characters - MAX_CHARACTERS;
  return (
    <Tabs
      label={texts.says}
      value={draft.says}
      onChange={(says) => change({ says: says as FilmDraft['says'] })}
      tabs={[
        {
          id: 'text',
          label: texts.saysText,
          content: (
            <div className="flex flex-col gap-5">
              <TextArea
                label={speech.text}
                value={draft.text}
                onChange={(event) => change({ text: event.target.value })}
                hint={fill(speech.count, {
                  count: formats.number(characters),
                  max: formats.number(MAX_CHARACTERS),
                })}
                error={over > 0 ? fill(speech.tooLong, { over }) : undefined}
              />
              <VoicePicker value={draft.voiceId} onChange={(voiceId) => change({ voiceId })} />
              <SpokenLanguageField
                voiceId={draft.voiceId}
                value={draft.language}
                onChange={(language) => change({ language })}
              />
            </div>
          ),
        },
        {
          id: 'audio',
          label: texts.saysAudio,
          content: (
            <AssetPicker
              label={texts.audioFile}
              kind="audio"
              value={draft.audioId}
              onChange={(audioId) => change({ audioId })}
            />
          ),
        },
      ]}
    />
  );
}
