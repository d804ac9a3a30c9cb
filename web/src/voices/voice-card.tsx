import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Badge } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PreviewButton } from './preview-button.tsx';
import { UseInSpeech } from './use-in-speech.tsx';
import { listingPreviewOf, type Voice } from './use-voices.ts';
import { GoodLanguages, PricePerUse, Tags, VoiceLine } from './voice-facts.tsx';

/** A voice of the catalog to hear and to speak with. */
export function VoiceCard({ voice }: { voice: Voice & { similarity?: number } }) {
  const texts = useTexts();
  const formats = useFormats();
  const { id, name, source, language, languages, gender, tags, price_credits: price, similarity } = voice;
  const isOffer = source === 'community';
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <PreviewButton voiceId={id} name={name} load={isOffer ? () => listingPreviewOf(id) : undefined} />
        <div className="min-w-0 grow">
          <h2 dir="auto" className="truncate font-medium">
            {name}
          </h2>
          <VoiceLine language={language} gender={gender} level={languages[0]?.level} />
        </div>
        <Badge tone={source === 'preset' ? 'neutral' : 'good'}>{texts.voiceSources[source]}</Badge>
      </div>
      <Tags tags={tags} />
      <GoodLanguages languages={languages} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
        {isOffer ? (
          <LinkButton to={`/marketplace/${id}`}>{texts.catalog.openListing}</LinkButton>
        ) : (
          <UseInSpeech voiceId={id} />
        )}
        {price !== undefined && <PricePerUse credits={price} />}
        {similarity !== undefined && (
          <span className="text-sm text-muted">
            {fill(texts.catalog.similarity, { value: formats.number(Math.round(similarity * 100)) })}
          </span>
        )}
      </div>
    </li>
  );
}
