import { useMutation } from '@tanstack/react-query';
import { AudioWaveform } from 'lucide-react';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { VoiceCard } from './voice-card.tsx';

/** Voices of the catalog that sound like a recording. */
export function FindBySound() {
  const { catalog: texts } = useTexts();
  const [open, setOpen] = useState(false);
  const [files, setFiles] = useState<File[]>([]);
  const find = useMutation({
    mutationFn: async () => {
      const [file] = files;
      return file ? (await account.voices.similar({ file })).voices : [];
    },
  });
  return (
    <>
      <Button icon={<AudioWaveform aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {texts.bySound}
      </Button>
      <Dialog title={texts.bySound} description={texts.bySoundLead} open={open} onOpenChange={setOpen}>
        <FileDrop
          label={texts.recording}
          accept="audio/*"
          files={files}
          onFiles={(taken) => {
            setFiles(taken);
            find.reset();
          }}
        />
        <div>
          <Button
            look="primary"
            busy={find.isPending}
            disabled={files.length === 0}
            onClick={() => find.mutate()}
          >
            {texts.find}
          </Button>
        </div>
        <div aria-live="polite" className="flex flex-col gap-3">
          <ErrorNote error={find.error} />
          <ul className="flex flex-col gap-2">
            {find.data?.slice(0, 6).map((voice) => (
              <VoiceCard key={voice.id} voice={voice} />
            ))}
          </ul>
        </div>
      </Dialog>
    </>
  );
}
