/** C0 except tab and line feed, DEL, C1, and marks that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** The same characters, of those that JSON leaves as they are. */
const LEFT_BY_JSON = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text of the service or of a file must not move the cursor, set colours or hide text in a terminal. */
export function plain(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(CONTROL, '');
}

export function plainJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, 2).replace(LEFT_BY_JSON, escaped);
}
