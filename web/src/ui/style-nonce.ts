import { setNonce } from 'get-nonce';

/** The page carries the nonce; the content policy admits only styles that carry it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** Dialogs add styles that keep the page behind them from scrolling; those need the nonce. */
export function setStyleNonce(): void {
  setNonce(styleNonce());
}
