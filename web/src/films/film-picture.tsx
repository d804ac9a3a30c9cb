import { AssetPicker } from '../assets/asset-picker.tsx';
import { useTexts } from '../texts/index.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BACKGROUNDS, type FilmDraft, SOURCES, SYNC_MODES } from './film-request.ts';
import { PresenterPicker } from './presenter-picker.tsx';

type FilmPictureProps = { draft: FilmDraft; change(change: Partial<FilmDraft>): void };

/** Asks who is seen: a presenter in front of a background, a portrait, or somebody in a clip. */
export function FilmPicture({ draft, change }: FilmPictureProps) {
  const { films: texts } = useTexts();
  const contents = {
    presenter: (
      <div className="flex flex-col gap-5">
        <PresenterPicker value={draft.presenterId} onChange={(presenterId) => change({ presenterId })} />
        <Background draft={draft} change={change} />
      </div>
    ),
    portrait: (
      <AssetPicker
        label={texts.portraitFile}
        kind="image"
        value={draft.portraitId}
        onChange={(portraitId) => change({ portraitId })}
      />
    ),
    clip: (
      <div className="flex flex-col gap-5">
        <AssetPicker
          label={texts.clipFile}
          kind="video"
          value={draft.clipId}
          onChange={(clipId) => change({ clipId })}
        />
        <SelectField
          label={texts.syncMode}
          hint={texts.syncModeHints[draft.syncMode]}
          value={draft.syncMode}
          onChange={(event) => change({ syncMode: event.target.value as FilmDraft['syncMode'] })}
          options={SYNC_MODES.map((mode) => ({ value: mode, label: texts.syncModes[mode] }))}
        />
      </div>
    ),
  };
  return (
    <Tabs
      label={texts.source}
      value={draft.source}
      onChange={(source) => change({ source: source as FilmDraft['source'] })}
      tabs={SOURCES.map((id) => ({ id, label: texts.sources[id], content: contents[id] }))}
    />
  );
}

function Background({ draft, change }: FilmPictureProps) {
  const { films: texts } = useTexts();
  return (
    <>
      <SelectField
        label={texts.background}
        value={draft.background}
        onChange={(event) => change({ background: event.target.value as FilmDraft['background'] })}
        options={BACKGROUNDS.map((name) => ({ value: name, label: texts.backgrounds[name] }))}
      />
      {draft.background === 'colour' && (
        <TextField
          label={texts.colour}
          type="color"
          value={draft.colour}
          onChange={(event) => change({ colour: event.target.value })}
          className="h-10 !w-20 !p-1"
        />
      )}
      {draft.background === 'image' && (
        <AssetPicker
          label={texts.backgroundFile}
          kind="image"
          value={draft.backgroundId}
          onChange={(backgroundId) => change({ backgroundId })}
        />
      )}
    </>
  );
}
