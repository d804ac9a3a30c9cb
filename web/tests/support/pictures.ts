import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { showTheme, untilStill } from './accessibility.ts';
import { SIZES } from './browser.ts';

/** Where pictures of the pages go. Without it none are made. */
const PICTURES = process.env.CONSOLE_PICTURES;

/** Pictures a page in light, dark and on a phone. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  // A header that sticks would be pictured where the page was scrolled to.
  await page.evaluate(() => scrollTo(0, 0));
  // To hide the caret, the browser's driver would add a style that the content policy refuses.
  const take = (kind: string) =>
    page.screenshot({ path: join(PICTURES, `${name}-${kind}.png`), fullPage: true, caret: 'initial' });
  await take('light');
  await showTheme(page, 'dark');
  await untilStill(page);
  await take('dark');
  await showTheme(page, 'light');
  await page.setViewportSize(SIZES.phone);
  await untilStill(page);
  await take('phone');
  await page.setViewportSize(SIZES.desktop);
}
