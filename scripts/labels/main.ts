import { writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { languageOrEnglish, PRESET_VOICES } from '../../engines/speech/index.ts';
import { labelFile } from '../../engines/video/index.ts';

/**
 * Draws the labels of `engines/speech/languages` that films carry: `npm run labels`, with CHROMIUM_PATH and the fonts Noto Sans,
 * Noto Sans Devanagari and Noto Sans CJK installed. A browser shapes every script, so the video engine needs no font.
 */
/** About twice what the largest film needs. */
const FONT_PIXELS = 64;
const STYLE = `margin:0;display:inline-block;white-space:nowrap;background:#000;color:#fff;line-height:1.25;
  font:600 ${FONT_PIXELS}px "Noto Sans","Noto Sans Devanagari","Noto Sans CJK JP","Noto Sans CJK SC"`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? 'chromium' });
const page = await browser.newPage({ viewport: { width: 3_000, height: 200 } });
for (const code of new Set(PRESET_VOICES.map(({ language }) => language))) {
  const { disclosure } = languageOrEnglish(code);
  await page.setContent(
    `<html lang="${code}"><body style="margin:0"><p style='${STYLE}'>${disclosure.label}</p>`,
  );
  await writeFile(labelFile(code), await page.locator('p').screenshot());
}
await browser.close();
