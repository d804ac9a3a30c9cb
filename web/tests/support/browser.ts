import { type Browser, chromium, type Page } from 'playwright-core';

export const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
