/** NFC joins at most four code units into one, so a longer text is over every limit however it is normalized. */
const MAX_CODE_UNITS = 20_000;

/** A text costs its code points after NFC, so that é costs one however it was typed. */
export function countCharacters(text: string): number {
  const counted = text.length > MAX_CODE_UNITS ? text : text.normalize('NFC');
  let count = counted.length;
  for (let at = 0; at < counted.length; at++) if (isSurrogatePair(counted, at)) count -= 1;
  return count;
}

function isSurrogatePair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
