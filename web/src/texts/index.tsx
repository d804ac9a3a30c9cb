import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Texts } from './en.ts';
import { createFormats, type Formats } from './formats.ts';

export type { Texts };

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT = 'vox.language';
const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

let loaded: { language: Language; texts: Texts } | null = null;

export async function loadTexts(): Promise<void> {
  const language = preferredLanguage();
  loaded = { language, texts: await LOADERS[language]() };
  document.documentElement.lang = language;
}

function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return wanted.find((tag): tag is Language => tag !== undefined && tag in LANGUAGES) ?? 'en';
}

/** Loads the page anew: texts are everywhere, and drafts are kept. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
  location.reload();
}

type Context = { language: Language; texts: Texts; formats: Formats };
const TextsContext = createContext<Context | null>(null);

export function TextsProvider({ children }: { children: ReactNode }) {
  const [value] = useState<Context>(() => {
    if (!loaded) throw new Error('Load the texts first.');
    return { ...loaded, formats: createFormats(loaded.language) };
  });
  return <TextsContext value={value}>{children}</TextsContext>;
}

function useTextsContext(): Context {
  const context = useContext(TextsContext);
  if (!context) throw new Error('TextsProvider is missing.');
  return context;
}

export const useTexts = (): Texts => useTextsContext().texts;
export const useFormats = (): Formats => useTextsContext().formats;
export const useLanguage = (): Language => useTextsContext().language;

/** `fill('Costs {credits}', { credits: 5 })`: "Costs 5". */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
