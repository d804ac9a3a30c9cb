import { ApiError } from '@vox-humana/client';
import { Trash2 } from 'lucide-react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { IconButton } from '../ui/button.tsx';

type SampleListProps = { samples: File[]; error: unknown; onRemove(sample: File): void };

/** The recordings to clone from, each with what the service found wrong with it. */
export function SampleList({ samples, error, onRemove }: SampleListProps) {
  const { newClone: texts } = useTexts();
  const formats = useFormats();
  if (samples.length === 0) return <p className="text-sm text-muted">{texts.noSamples}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {samples.map((sample) => (
        <li key={sample.name} className="rounded-lg border border-line p-3">
          <div className="flex items-center gap-2">
            <p className="min-w-0 grow truncate text-sm font-medium">
              {sample.name} <span className="text-muted">{formats.bytes(sample.size)}</span>
            </p>
            <IconButton label={fill(texts.remove, { name: sample.name })} onClick={() => onRemove(sample)}>
              <Trash2 aria-hidden />
            </IconButton>
          </div>
          <AudioPlayer audio={sample} name={sample.name} />
          {problemsOf(sample, error).map((problem) => (
            <p key={problem} className="mt-2 text-sm text-danger">
              {problem}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The service names a file by the first 80 characters of its name. */
function problemsOf(sample: File, error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  return error.detail.filter(({ path }) => path === sample.name.slice(0, 80)).map(({ message }) => message);
}
