import { useState } from 'react';

export type Theme = 'light' | 'dark';

/** `public/theme.js` sets it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  );
  return [
    theme,
    (next) => {
      document.documentElement.dataset.theme = next;
      localStorage.setItem('vox.theme', next);
      setTheme(next);
    },
  ];
}
