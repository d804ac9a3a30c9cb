import { useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Recorder } from '../ui/recorder.tsx';
import { Tabs } from '../ui/tabs.tsx';

type AudioInputProps = {
  label: string;
  hint?: string;
  /** One recording may last this long. */
  maxSeconds: number;
  accept?: string;
  multiple?: boolean;
  files: File[];
  onFiles(files: File[]): void;
};

/** Speech by microphone or by files. */
export function AudioInput(props: AudioInputProps) {
  const { label, hint, maxSeconds, accept = 'audio/*', multiple = false, files, onFiles } = props;
  const { newClone: texts } = useTexts();
  const [heard] = files;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <Tabs
        label={label}
        tabs={[
          {
            id: 'record',
            label: texts.record,
            content: (
              <div className="flex flex-col gap-2">
                {hint && <p className="text-sm text-muted">{hint}</p>}
                <Recorder maxSeconds={maxSeconds} onRecorded={(file) => onFiles([file])} />
              </div>
            ),
          },
          {
            id: 'files',
            label: texts.files,
            content: (
              <FileDrop
                label={texts.wavOrMp3}
                accept={accept}
                multiple={multiple}
                files={multiple ? [] : files}
                onFiles={onFiles}
              />
            ),
          },
        ]}
      />
      {!multiple && heard && <AudioPlayer key={heard.lastModified} audio={heard} name={heard.name} />}
    </fieldset>
  );
}
