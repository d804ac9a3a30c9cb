import type { Dub } from '@vox-humana/client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { VoicePicker } from '../voices/voice-picker.tsx';
import { ChangeError } from './change-error.tsx';
import { type DubSpeaker, useDubChange } from './use-dub.ts';

const MOST_SPEAKERS = 20;

/** The speakers: their names and voices. */
export function DubSpeakers({ dub }: { dub: Dub }) {
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid gap-5 sm:grid-cols-2">
        {dub.speakers.map((speaker) => (
          <li key={speaker.id}>
            <Speaker dub={dub} speaker={speaker} />
          </li>
        ))}
      </ul>
      {dub.speakers.length < MOST_SPEAKERS && <AddSpeaker dub={dub} />}
    </div>
  );
}

/** Another speaker lets single lines be said in another voice. */
function AddSpeaker({ dub }: { dub: Dub }) {
  const { dubbing: texts } = useTexts();
  const add = useDubChange(dub.id, () => {
    const name = fill(texts.newSpeaker, { number: dub.speakers.length + 1 });
    return account.dubs.addSpeaker(dub.id, { name, voice_id: 'af_heart', version: dub.version });
  });
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          busy={add.isPending}
          onClick={() => add.mutate(undefined)}
        >
          {texts.addSpeaker}
        </Button>
      </div>
      <ChangeError error={add.error} />
    </div>
  );
}

type SpeakerChange = { name?: string; voice_id?: string; use?: 'matched' | 'nearest' };

function Speaker({ dub, speaker }: { dub: Dub; speaker: DubSpeaker }) {
  const { dubbing: texts, common } = useTexts();
  const formats = useFormats();
  const [name, setName] = useState(speaker.name);
  const change = useDubChange(dub.id, (json: SpeakerChange) =>
    account.dubs.updateSpeaker({ dub: dub.id, speaker: speaker.id }, { ...json, version: dub.version }),
  );
  const kind = speaker.voice?.kind ?? 'none';
  const time = formats.clock(speaker.seconds);
  const voice = texts.voiceKinds[kind];
  // Nothing is similar to a voice that is not known yet.
  const preset: SpeakerChange = kind === 'none' ? { voice_id: 'af_heart' } : { use: 'nearest' };
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name });
        }}
      >
        <div className="grow">
          <TextField
            label={texts.speakerName}
            hint={speaker.seconds > 0 ? fill(texts.speaks, { time, voice }) : voice}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        {name !== speaker.name && name.trim() && (
          <Button type="submit" className="mb-5" busy={change.isPending}>
            {common.save}
          </Button>
        )}
      </form>
      {speaker.voice?.voice_id ? (
        <VoicePicker value={speaker.voice.voice_id} onChange={(voice_id) => change.mutate({ voice_id })} />
      ) : (
        <div>
          <Button busy={change.isPending} onClick={() => change.mutate(preset)}>
            {texts.usePreset}
          </Button>
        </div>
      )}
      {dub.consent && kind !== 'matched' && kind !== 'none' && (
        <div>
          <Button busy={change.isPending} onClick={() => change.mutate({ use: 'matched' })}>
            {texts.useOwn}
          </Button>
        </div>
      )}
      <ChangeError error={change.error} />
    </div>
  );
}
