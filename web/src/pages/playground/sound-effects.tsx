import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/clients.ts';
import { type RunOptions, useRun } from '../../api/use-run.ts';
import { isWithin, NumberField } from '../../playground/number-field.tsx';
import { Playground } from '../../playground/playground.tsx';
import { choiceIn, numberIn, type SavedRequest, textIn } from '../../playground/saved-runs/saved-request.ts';
import { SoundCatalog } from '../../playground/sound-catalog.tsx';
import { usePrice } from '../../playground/use-price.ts';
import { fill, useTexts } from '../../texts/index.tsx';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, SwitchField, TextArea } from '../../ui/fields.tsx';
import { EmptyState, Note } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';

const FORMATS = ['wav', 'mp3', 'flac', 'ogg'] as const;
type Format = (typeof FORMATS)[number];
const MAX_SEED = 2 ** 32 - 1;

type Draft = { prompt: string; seconds: number | null; seed: number | null; loop: boolean; format: Format };

export default function SoundEffectsPage() {
  const { soundEffects: texts, sounds } = useTexts();
  const [draft, change] = useDraft<Draft>('vox.draft.sound-effects', {
    prompt: texts.example,
    seconds: null,
    seed: null,
    loop: false,
    format: 'wav',
  });
  const { data: catalog, error: catalogError } = useQuery({
    queryKey: ['sound-effects-catalog'],
    queryFn: ({ signal }) => api.soundEffects.catalog({ signal }),
  });
  const { min_seconds: min, max_seconds: max } = catalog?.limits ?? { min_seconds: 0.5, max_seconds: 22 };
  const request = requestOf(draft);
  const ready =
    draft.prompt.trim() !== '' && isWithin(draft.seconds, min, max) && isWithin(draft.seed, 0, MAX_SEED);
  const { price } = usePrice({ kind: 'sfx' });
  const { answer, busy, error, start, stop } = useRun(makeEffect);
  const entries = (catalog?.kinds ?? []).map(({ name, family, words }) => ({
    name,
    detail: [family, ...words.slice(0, 4)].join(', '),
    words,
    preview: () => api.soundEffects.preview(name).then((media) => media.blob()),
  }));
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
        operation: 'POST /api/v1/sfx',
        json: request,
        output: `sound.${draft.format}`,
        tool: { name: 'make_sound_effect', arguments: request },
      }}
      form={
        <>
          <TextArea
            label={sounds.prompt}
            hint={texts.promptHint}
            rows={3}
            maxLength={500}
            required
            value={draft.prompt}
            onChange={(event) => change({ prompt: event.target.value })}
          />
          <SoundCatalog
            label={texts.catalog}
            entries={entries}
            onChoose={(name) => change({ prompt: [draft.prompt.trim(), name].filter(Boolean).join(' and ') })}
          />
          <div className="grid grid-cols-2 gap-4">
            <NumberField
              label={texts.seconds}
              placeholder={sounds.automatic}
              min={min}
              max={max}
              step={0.1}
              value={draft.seconds}
              onChange={(seconds) => change({ seconds })}
            />
            <NumberField
              label={sounds.seed}
              placeholder={sounds.random}
              min={0}
              max={MAX_SEED}
              value={draft.seed}
              onChange={(seed) => change({ seed })}
            />
          </div>
          <SelectField
            label={sounds.format}
            value={draft.format}
            onChange={(event) => change({ format: event.target.value as Format })}
            options={FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
          />
          <SwitchField
            label={sounds.loop}
            hint={sounds.loopHint}
            checked={draft.loop}
            onChange={(loop) => change({ loop })}
          />
        </>
      }
      result={answer ? <Effect {...answer} /> : <EmptyState title={texts.empty} />}
    />
  );
}

function requestOf({ prompt, seconds, seed, loop, format }: Draft) {
  return {
    prompt,
    ...(seconds === null ? {} : { seconds }),
    ...(seed === null ? {} : { seed }),
    ...(loop ? { loop } : {}),
    ...(format === 'wav' ? {} : { format }),
  };
}

function draftOf(saved: SavedRequest): Draft {
  return {
    prompt: textIn(saved, 'prompt'),
    seconds: numberIn(saved, 'seconds'),
    seed: numberIn(saved, 'seed'),
    loop: saved.loop === true,
    format: choiceIn(saved, 'format', FORMATS, 'wav'),
  };
}

async function makeEffect(request: ReturnType<typeof requestOf>, options: RunOptions) {
  const media = await api.soundEffects.create(request, options);
  const { headers } = media.response;
  return {
    audio: await media.blob(),
    format: request.format ?? 'wav',
    seed: media.seed,
    kinds: headers.get('x-sfx-kinds') ?? '',
    isNearest: headers.get('x-sfx-match') === 'nearest',
  };
}

function Effect({ audio, format, seed, kinds, isNearest }: Awaited<ReturnType<typeof makeEffect>>) {
  const { soundEffects: texts, sounds } = useTexts();
  return (
    <>
      <AudioPlayer key={`${seed} ${kinds}`} audio={audio} name={`sound.${format}`} autoPlay />
      <Facts
        facts={[
          { name: texts.kinds, value: kinds },
          { name: sounds.seed, value: seed },
        ]}
      />
      {isNearest && <Note tone="warning">{fill(texts.nearest, { kinds })}</Note>}
    </>
  );
}
