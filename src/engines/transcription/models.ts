export const MODELS = { english: 'moonshine-tiny', anyLanguage: 'whisper-base' } as const;
