import type { Json } from '@vox-humana/client';
import { account } from '../api/clients.ts';
import { useRun } from '../api/use-run.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { SliderField, TextArea, TextField } from '../ui/fields.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { type OwnVoice, refreshVoices } from './own-voices.ts';

type RemixDialogProps = { voice: OwnVoice; open: boolean; onOpenChange(open: boolean): void };

/** A variant of a voice, which becomes a clone of its own. */
export function RemixDialog({ voice, open, onOpenChange }: RemixDialogProps) {
  const { ownVoices: texts } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [draft, change] = useDraft(`vox.draft.remix.${voice.id}`, { prompt: '', name: '', strength: 0.5 });
  const { prompt, name, strength } = draft;
  const remix = useRun(
    (json: Json<'POST /api/v1/voices/{id}/remix'>, options) => account.voices.remix(voice.id, json, options),
    {
      onSuccess: async () => {
        await refreshVoices();
        notify.done(texts.remixed);
        onOpenChange(false);
      },
    },
  );
  return (
    <Dialog
      title={fill(texts.remixTitle, { name: voice.name })}
      description={texts.remixLead}
      open={open}
      onOpenChange={onOpenChange}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          remix.start({ prompt, strength, ...(name.trim() ? { name: name.trim() } : {}) });
        }}
      >
        <TextArea
          label={texts.remixPrompt}
          hint={texts.remixPromptHint}
          rows={3}
          required
          maxLength={2_000}
          value={prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
        <SliderField
          label={texts.strength}
          value={strength}
          onChange={(value) => change({ strength: value })}
          min={0}
          max={1}
          step={0.05}
          shown={formats.percent(strength)}
        />
        <TextField
          label={texts.remixName}
          maxLength={200}
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <ErrorNote error={remix.error} />
        <div>
          <Button type="submit" look="primary" busy={remix.busy} disabled={!prompt.trim()}>
            {texts.remix}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
