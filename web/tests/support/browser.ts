import { type Browser, chromium, type Page } from 'playwright-core';

export const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

export function launch(): Promise<Browser> {
  const { CHROMIUM_PATH = '/usr/bin/chromium', FOREIGN_TMPDIR, ...env } = process.env;
  return chromium.launch({
    executablePath: CHROMIUM_PATH,
    // What a browser leaves behind is not ours: a desktop's Chromium leaves folders of PulseAudio.
    env: FOREIGN_TMPDIR ? { ...env, TMPDIR: FOREIGN_TMPDIR } : env,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      // A tone instead of a microphone, and no question about it.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
}

/** Waits until the audio element plays, and gives its length in seconds. */
export async function playing(page: Page): Promise<number> {
  await page.waitForFunction(() => {
    const audio = document.querySelector('audio');
    return audio !== null && !audio.paused && audio.currentTime > 0.2;
  });
  return page.evaluate(() => document.querySelector('audio')?.duration ?? 0);
}
