/** Invalid markup; `offset` is a UTF-16 offset in the caller's text. */
export class MarkupFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'MarkupFault';
    this.offset = offset;
  }
}
