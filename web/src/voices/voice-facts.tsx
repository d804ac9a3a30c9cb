import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Badge } from '../ui/layout.tsx';
import type { Voice } from './use-voices.ts';
import { useLanguageName } from './voice-picker.tsx';

/** "Female" for "female", in the language of the console. */
function useGenderName(): (gender: string) => string {
  const { genders } = useTexts();
  return (gender) => genders[gender as keyof typeof genders] ?? gender;
}

type Level = Voice['languages'][number]['level'];
type VoiceLineProps = { language: string; gender?: string | null; level?: Level | undefined };

/** Language, how well it is spoken if it is not native, and gender in one line. */
export function VoiceLine({ language, gender, level }: VoiceLineProps) {
  const { voices: texts } = useTexts();
  const languageName = useLanguageName();
  const genderName = useGenderName();
  const name = languageName(language);
  const spoken =
    level && level !== 'native'
      ? fill(texts.languageAt, { language: name, level: texts.levels[level] })
      : name;
  return (
    <p className="truncate text-xs text-muted">
      {[spoken, gender && genderName(gender)].filter(Boolean).join(', ')}
    </p>
  );
}

/** Those besides its own. */
export function GoodLanguages({ languages }: { languages: Voice['languages'] }) {
  const { voices: texts } = useTexts();
  const languageName = useLanguageName();
  const good = languages.slice(1).filter(({ level }) => level !== 'accented');
  if (good.length === 0) return null;
  const names = good.map(({ language }) => languageName(language)).join(', ');
  return <p className="text-xs text-muted">{fill(texts.alsoGood, { languages: names })}</p>;
}

/** Grades are for engineers: they judge the training data, not the voice. */
export function Tags({ tags }: { tags: string[] }) {
  const shown = tags.filter((tag) => !tag.startsWith('grade:'));
  if (shown.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1">
      {shown.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </p>
  );
}

export function PricePerUse({ credits }: { credits: number }) {
  const { catalog, marketplace } = useTexts();
  const formats = useFormats();
  const text =
    credits === 0 ? marketplace.free : fill(catalog.pricePerUse, { credits: formats.number(credits) });
  return <span className="text-sm text-muted">{text}</span>;
}
