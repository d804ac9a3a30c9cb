import { setNonce } from 'get-nonce';

/** From the page; the content policy admits only styles that carry it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** For the styles with which dialogs keep the page behind them from scrolling. */
export function setStyleNonce(): void {
  setNonce(styleNonce());
}
