import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/clients.ts';
import { useRun } from '../../api/use-run.ts';
import { useMediaSeconds } from '../../audio/use-media-seconds.ts';
import { Playground } from '../../playground/playground.tsx';
import { textIn } from '../../playground/saved-runs/saved-request.ts';
import { linesOf } from '../../playground/transcript/lines.ts';
import { type TranscriptDraft, TranscriptEditor } from '../../playground/transcript/transcript-editor.tsx';
import { usePrice } from '../../playground/use-price.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { EmptyState, Note } from '../../ui/layout.tsx';
import { Recorder } from '../../ui/recorder.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useLanguageName } from '../../voices/voice-picker.tsx';

type Draft = { language: string; speakers: boolean };

export default function TranscriptionPage() {
  const { transcription: texts } = useTexts();
  const formats = useFormats();
  const [draft, change] = useDraft<Draft>('vox.draft.transcription', { language: '', speakers: false });
  const [kept, keep] = useDraft<TranscriptDraft>('vox.draft.transcript', {
    lines: [],
    names: {},
    editing: false,
  });
  const [file, setFile] = useState<File | null>(null);
  const { data: catalog, error: catalogError } = useQuery({
    queryKey: ['transcription-catalog'],
    queryFn: ({ signal }) => api.transcriptions.catalog({ signal }),
  });
  const limits = catalog?.limits ?? { max_seconds: 180, max_bytes: 15_000_000 };
  const seconds = useMediaSeconds(file);
  const refusal = refusalOf({ bytes: file?.size ?? 0, seconds: seconds ?? 0 }, limits);
  const { price } = usePrice(file && seconds && !refusal ? { kind: 'stt', seconds } : null);
  const fields = requestOf(draft);
  const { answer, busy, error, start, stop } = useRun(
    async (source: { file: File } & typeof fields, options) => {
      const transcript = await api.transcriptions.create(source, options);
      keep({ lines: linesOf(transcript), names: {}, editing: false });
      return { transcript, sound: source.file };
    },
  );
  const limitText = fill(texts.limits, {
    time: formats.clock(limits.max_seconds),
    size: formats.bytes(limits.max_bytes),
  });
  const measured = { time: formats.clock(seconds ?? 0), size: formats.bytes(file?.size ?? 0) };

  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={error}
      busy={busy}
      ready={file !== null && !refusal}
      done={answer !== undefined && answer.sound === file}
      onRun={() => file && start({ file, ...fields })}
      onStop={stop}
      request={{
        operation: 'POST /api/v1/stt',
        form: { file: { file: file?.name ?? 'talk.mp3' }, ...fields },
        tool: { name: 'transcribe', arguments: { audio_url: 'https://example.com/talk.mp3', ...fields } },
      }}
      onOpen={(saved) =>
        change({ language: textIn(saved, 'language'), speakers: saved.speaker_labels === true })
      }
      form={
        <>
          <FileDrop
            label={texts.file}
            accept="audio/*,video/*"
            files={file ? [file] : []}
            onFiles={([first]) => setFile(first ?? null)}
          />
          <Recorder maxSeconds={limits.max_seconds} onRecorded={setFile} />
          <div role="status">{refusal && <Note tone="warning">{fill(texts[refusal], measured)}</Note>}</div>
          <p className="text-xs text-muted">{limitText}</p>
          <ErrorNote error={catalogError} />
          <LanguageField
            languages={catalog?.languages.map(({ code }) => code) ?? []}
            value={draft.language}
            onChange={(language) => change({ language })}
          />
          <SwitchField
            label={texts.speakers}
            hint={texts.speakersHint}
            checked={draft.speakers}
            disabled={catalog?.speaker_labels === false}
            onChange={(speakers) => change({ speakers })}
          />
        </>
      }
      result={
        kept.lines.length > 0 ? (
          <Answer sound={answer?.sound ?? null} draft={kept} change={keep} />
        ) : (
          <EmptyState title={answer ? texts.nothingHeard : texts.empty} />
        )
      }
    />
  );
}

type Limits = { max_seconds: number; max_bytes: number };

/** Why the service would refuse the file, which is better known before it is sent. */
function refusalOf(file: { seconds: number; bytes: number }, limits: Limits): 'tooLong' | 'tooLarge' | null {
  if (file.seconds > limits.max_seconds) return 'tooLong';
  return file.bytes > limits.max_bytes ? 'tooLarge' : null;
}

function requestOf({ language, speakers }: Draft) {
  return { ...(language ? { language } : {}), ...(speakers ? { speaker_labels: true } : {}) };
}

type LanguageFieldProps = { languages: string[]; value: string; onChange(code: string): void };

function LanguageField({ languages, value, onChange }: LanguageFieldProps) {
  const { transcription: texts } = useTexts();
  const nameOf = useLanguageName();
  const options = languages
    .map((code) => ({ value: code, label: nameOf(code) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <SelectField
      label={texts.language}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[{ value: '', label: texts.detect }, ...options]}
    />
  );
}

type AnswerProps = {
  /** Null after a reload: files are not kept. */
  sound: File | null;
  draft: TranscriptDraft;
  change(change: Partial<TranscriptDraft>): void;
};

function Answer({ sound, draft, change }: AnswerProps) {
  const player = useRef<HTMLAudioElement>(null);
  const [seconds, setSeconds] = useState(-1);
  const seek = (to: number) => {
    if (!player.current) return;
    player.current.currentTime = to;
    void player.current.play();
  };
  return (
    <>
      {sound && <AudioPlayer audio={sound} name={sound.name} element={player} onTime={setSeconds} />}
      <TranscriptEditor draft={draft} change={change} seconds={seconds} onSeek={sound ? seek : undefined} />
    </>
  );
}
