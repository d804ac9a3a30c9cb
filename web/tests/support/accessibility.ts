import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules that depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** No violation by the rules of axe, with the texts and colours of both themes. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  for (const theme of ['light', 'dark']) {
    await showTheme(page, theme);
    // Colours that fade would be judged half way.
    await untilStill(page);
    const only = theme === 'dark' ? { runOnly: COLOUR_RULES } : {};
    const { violations } = await page.evaluate(async (rules) => {
      const { axe: runner } = globalThis as unknown as { axe: typeof import('axe-core') };
      // Its copies of style sheets would be refused by the content policy.
      return runner.run(document, { resultTypes: ['violations'], preload: false, ...rules });
    }, only);
    const described = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
    assert.deepEqual(described, [], `${name} (${theme}) has no violation`);
  }
  await showTheme(page, 'light');
}

export function showTheme(page: Page, theme: string): Promise<void> {
  return page.evaluate((value) => {
    document.documentElement.dataset.theme = value;
  }, theme);
}

/** Waits for everything that moves, except what moves for ever. */
export function untilStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // What was just changed begins to move with the next frame.
    await new Promise((next) => requestAnimationFrame(next));
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
