import type { Json } from '@vox-humana/client';
import { useMemo, useState } from 'react';
import { account } from '../api/clients.ts';
import { useRun } from '../api/use-run.ts';
import { fill, useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextField } from '../ui/fields.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { refreshVoices } from './own-voices.ts';

export type Brief = Omit<Json<'POST /api/voices/design/preview'>, 'candidates' | 'seed'>;
type Preview = { seed: number; audio: string };

/** Voices to hear. The seed of the chosen one makes the same voice again. */
export function Candidates({ brief, previews }: { brief: Brief; previews: Preview[] }) {
  const { designs: texts } = useTexts();
  const notify = useNotify();
  const [seed, setSeed] = useState(previews[0]?.seed ?? 0);
  const [name, setName] = useState('');
  const create = useRun(account.voices.designs.create, {
    onSuccess: async () => {
      await refreshVoices();
      notify.done(texts.created);
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.start({ ...brief, seed, ...(name.trim() ? { name: name.trim() } : {}) });
      }}
    >
      <ul className="flex flex-col gap-4">
        {previews.map((preview, index) => (
          <li key={preview.seed} className="flex flex-col gap-2">
            <label className="flex items-center gap-2 text-sm font-medium">
              <input
                type="radio"
                name="candidate"
                checked={preview.seed === seed}
                onChange={() => setSeed(preview.seed)}
                aria-label={fill(texts.choose, { number: index + 1 })}
                className="size-4 accent-accent"
              />
              {fill(texts.candidate, { number: index + 1 })}
            </label>
            <CandidatePlayer audio={preview.audio} name={`candidate-${index + 1}.wav`} />
          </li>
        ))}
      </ul>
      <TextField
        label={texts.name}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ErrorNote error={create.error} />
      <div>
        <Button type="submit" look="primary" busy={create.busy}>
          {texts.create}
        </Button>
      </div>
    </form>
  );
}

function CandidatePlayer({ audio, name }: { audio: string; name: string }) {
  const blob = useMemo(
    () => new Blob([Uint8Array.from(atob(audio), (byte) => byte.charCodeAt(0))], { type: 'audio/wav' }),
    [audio],
  );
  return <AudioPlayer audio={blob} name={name} />;
}
