import { useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { api } from '../../api/clients.ts';
import { useRun } from '../../api/use-run.ts';
import { MusicPiece } from '../../playground/music-piece.tsx';
import { isWithin, NumberField } from '../../playground/number-field.tsx';
import { Playground } from '../../playground/playground.tsx';
import { choiceIn, numberIn, type SavedRequest, textIn } from '../../playground/saved-runs/saved-request.ts';
import { SoundCatalog } from '../../playground/sound-catalog.tsx';
import { usePrice } from '../../playground/use-price.ts';
import { fill, useTexts } from '../../texts/index.tsx';
import { SelectField, SliderField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { EmptyState } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';

const FORMATS = ['mp3', 'wav', 'flac', 'ogg', 'midi'] as const;
type Format = (typeof FORMATS)[number];
const MAX_SEED = 2 ** 32 - 1;

type Draft = {
  prompt: string;
  seconds: number;
  bpm: number | null;
  key: string;
  seed: number | null;
  loop: boolean;
  format: Format;
};

export default function MusicPage() {
  const { music: texts, sounds } = useTexts();
  const [draft, change] = useDraft<Draft>('vox.draft.music', {
    prompt: texts.example,
    seconds: 10,
    bpm: null,
    key: '',
    seed: null,
    loop: false,
    format: 'mp3',
  });
  const { data: catalog, error: catalogError } = useQuery({
    queryKey: ['music-catalog'],
    queryFn: ({ signal }) => api.music.catalog({ signal }),
  });
  const request = requestOf(draft);
  const ready =
    draft.prompt.trim() !== '' && isWithin(draft.bpm, 40, 240) && isWithin(draft.seed, 0, MAX_SEED);
  const { price } = usePrice({ kind: 'music', seconds: draft.seconds });
  const { answer, busy, error, start, stop } = useRun(api.music.createWithPlan);
  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={error ?? catalogError}
      busy={busy}
      ready={ready}
      done={answer !== undefined}
      onRun={() => start(request)}
      onStop={stop}
      onOpen={(saved) => change(draftOf(saved))}
      request={{
        operation: 'POST /api/v1/music',
        json: request,
        output: `music.${draft.format}`,
        // Assistants hear music, and cannot read MIDI.
        ...(draft.format === 'midi' ? {} : { tool: { name: 'make_music', arguments: request } }),
      }}
      form={
        <>
          <TextArea
            label={sounds.prompt}
            hint={texts.promptHint}
            rows={4}
            required
            value={draft.prompt}
            onChange={(event) => change({ prompt: event.target.value })}
          />
          <SoundCatalog
            label={texts.catalog}
            entries={entriesOf(catalog, texts)}
            onChoose={(name) => change({ prompt: [draft.prompt.trim(), name].filter(Boolean).join(', ') })}
          />
          <SliderField
            label={sounds.length}
            value={draft.seconds}
            onChange={(seconds) => change({ seconds })}
            min={Math.ceil(catalog?.limits.min_seconds ?? 5)}
            max={catalog?.limits.max_seconds ?? 60}
            step={1}
            shown={fill(sounds.seconds, { seconds: draft.seconds })}
          />
          <div className="grid grid-cols-2 gap-4">
            <NumberField
              label={texts.bpm}
              placeholder={sounds.automatic}
              min={40}
              max={240}
              value={draft.bpm}
              onChange={(bpm) => change({ bpm })}
            />
            <TextField
              label={texts.key}
              placeholder="D minor"
              value={draft.key}
              onChange={(event) => change({ key: event.target.value })}
            />
            <NumberField
              label={sounds.seed}
              hint={texts.seedHint}
              placeholder="0"
              min={0}
              max={MAX_SEED}
              value={draft.seed}
              onChange={(seed) => change({ seed })}
            />
            <SelectField
              label={sounds.format}
              value={draft.format}
              onChange={(event) => change({ format: event.target.value as Format })}
              options={FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
            />
          </div>
          <SwitchField
            label={sounds.loop}
            hint={sounds.loopHint}
            checked={draft.loop}
            onChange={(loop) => change({ loop })}
          />
        </>
      }
      result={answer ? <MusicPiece {...answer} /> : <EmptyState title={texts.empty} />}
    />
  );
}

function requestOf({ prompt, seconds, bpm, key, seed, loop, format }: Draft) {
  return {
    prompt,
    seconds,
    ...(bpm === null ? {} : { bpm }),
    ...(key.trim() ? { key: key.trim() } : {}),
    ...(seed === null ? {} : { seed }),
    ...(loop ? { loop } : {}),
    format,
  };
}

function draftOf(saved: SavedRequest): Draft {
  return {
    prompt: textIn(saved, 'prompt'),
    seconds: numberIn(saved, 'seconds') ?? 10,
    bpm: numberIn(saved, 'bpm'),
    key: textIn(saved, 'key'),
    seed: numberIn(saved, 'seed'),
    loop: saved.loop === true,
    format: choiceIn(saved, 'format', FORMATS, 'mp3'),
  };
}

function entriesOf(
  catalog: Output<'GET /api/v1/music'> | undefined,
  texts: { genre: string; mood: string; tempo: string },
) {
  const preview = (name: string) => () => api.music.preview(name).then((media) => media.blob());
  const genres = (catalog?.genres ?? []).map(({ name, bpm, instruments }) => ({
    name,
    detail: [texts.genre, fill(texts.tempo, { bpm: bpm.usual }), ...instruments.slice(0, 3)].join(', '),
    words: instruments,
    preview: preview(name),
  }));
  const moods = (catalog?.moods ?? []).map(({ name }) => ({
    name,
    detail: texts.mood,
    preview: preview(name),
  }));
  return [...genres, ...moods];
}
