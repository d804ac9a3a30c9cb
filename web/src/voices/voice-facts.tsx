import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Badge } from '../ui/layout.tsx';
import { useLanguageName } from './voice-picker.tsx';

/** "Female" for "female", in the language of the console. */
export function useGenderName(): (gender: string) => string {
  const { genders } = useTexts();
  return (gender) => genders[gender as keyof typeof genders] ?? gender;
}

/** Language and gender in one line. */
export function VoiceLine({ language, gender }: { language: string; gender?: string | null }) {
  const languageName = useLanguageName();
  const genderName = useGenderName();
  return (
    <p className="truncate text-xs text-muted">
      {[languageName(language), gender && genderName(gender)].filter(Boolean).join(', ')}
    </p>
  );
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
