import { Fragment } from 'react';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { classes } from '../../ui/classes.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { Badge } from '../../ui/layout.tsx';
import { cuesOf, srtOf, vttOf } from './captions.ts';
import { type Line, type Word, wordsOf } from './lines.ts';

export type TranscriptDraft = { lines: Line[]; names: Record<string, string>; editing: boolean };

type TranscriptEditorProps = {
  draft: TranscriptDraft;
  change(change: Partial<TranscriptDraft>): void;
  /** The player is at this time; −1 while it has not played. */
  seconds: number;
  /** Absent when there is no sound, as after a reload. */
  onSeek?: ((seconds: number) => void) | undefined;
};

/** A transcript to follow, correct and take away. */
export function TranscriptEditor({ draft, change, seconds, onSeek }: TranscriptEditorProps) {
  const { transcription: texts } = useTexts();
  const { lines, names, editing } = draft;
  const nameOf = useSpeakerName(names);
  const cues = cuesOf(lines, nameOf);
  const text = lines
    .map((line) => (line.speaker ? `${nameOf(line.speaker)}: ${line.text}` : line.text))
    .join('\n');
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={text} label={texts.copyText} />
        <DownloadButton text={srtOf(cues)} type="application/x-subrip" name="captions.srt" label="SRT" />
        <DownloadButton text={vttOf(cues)} type="text/vtt" name="captions.vtt" label="VTT" />
        <div className="ms-auto">
          <SwitchField
            label={texts.edit}
            checked={editing}
            onChange={(value) => change({ editing: value })}
          />
        </div>
      </div>
      {editing && (
        <SpeakerNames lines={lines} names={names} onChange={(changed) => change({ names: changed })} />
      )}
      <ol className="flex flex-col gap-3">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are changed, and never moved.
          <li key={index} className="flex items-start gap-3">
            <TimeButton line={line} onSeek={onSeek} />
            <div className="flex min-w-0 grow flex-col gap-1">
              {line.speaker && (
                <div>
                  <Badge>{nameOf(line.speaker)}</Badge>
                </div>
              )}
              {editing ? (
                <LineField
                  line={line}
                  onChange={(value) => change({ lines: lines.with(index, { ...line, text: value }) })}
                />
              ) : (
                <LineWords line={line} seconds={seconds} onSeek={onSeek} />
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function useSpeakerName(names: Record<string, string>): (speaker: string) => string {
  const { transcription: texts } = useTexts();
  return (speaker) => names[speaker] || fill(texts.speaker, { number: speaker.replace('speaker_', '') });
}

type SpeakerNamesProps = Pick<TranscriptDraft, 'lines' | 'names'> & {
  onChange(names: Record<string, string>): void;
};

function SpeakerNames({ lines, names, onChange }: SpeakerNamesProps) {
  const defaultName = useSpeakerName({});
  const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))];
  if (speakers.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-3">
      {speakers.map((speaker) => (
        <TextField
          key={speaker}
          label={defaultName(speaker)}
          value={names[speaker] ?? ''}
          onChange={(event) => onChange({ ...names, [speaker]: event.target.value })}
        />
      ))}
    </div>
  );
}

function TimeButton({ line, onSeek }: { line: Line; onSeek: TranscriptEditorProps['onSeek'] }) {
  const { transcription: texts } = useTexts();
  const formats = useFormats();
  const time = formats.clock(line.start);
  const look = 'w-12 shrink-0 rounded-md py-1 text-xs text-muted tabular-nums';
  if (!onSeek) return <span className={classes(look, 'text-center')}>{time}</span>;
  return (
    <button
      type="button"
      aria-label={fill(texts.playFrom, { time })}
      onClick={() => onSeek(line.start)}
      className={classes(look, 'hover:bg-sunken hover:text-ink')}
    >
      {time}
    </button>
  );
}

function LineField({ line, onChange }: { line: Line; onChange(text: string): void }) {
  const { transcription: texts } = useTexts();
  const formats = useFormats();
  return (
    <TextArea
      label={fill(texts.lineAt, { time: formats.clock(line.start) })}
      rows={Math.min(8, Math.ceil(line.text.length / 60) + 1)}
      value={line.text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type LineWordsProps = Pick<TranscriptEditorProps, 'seconds' | 'onSeek'> & { line: Line };

/** The words can be clicked; with the keyboard the times beside the lines do the same. */
function LineWords({ line, seconds, onSeek }: LineWordsProps) {
  const words = wordsOf(line);
  const isSaid = ({ start, end }: Word) => seconds >= start && seconds < end;
  return (
    <p dir="auto" className="text-sm leading-7 whitespace-pre-wrap">
      {words.map((word, index) => (
        <Fragment key={word.from}>
          {line.text.slice(words[index - 1]?.to ?? 0, word.from)}
          <button
            type="button"
            tabIndex={-1}
            disabled={!onSeek}
            onClick={() => onSeek?.(word.start)}
            className={classes(
              'rounded-sm disabled:cursor-text',
              // Both at once would be light on light.
              isSaid(word) ? 'bg-accent text-on-accent' : onSeek && 'hover:bg-sunken',
            )}
          >
            {word.word}
          </button>
        </Fragment>
      ))}
      {line.text.slice(words.at(-1)?.to ?? 0)}
    </p>
  );
}
