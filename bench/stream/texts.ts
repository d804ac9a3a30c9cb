const PARAGRAPH =
  'The rain had stopped by the time we reached the harbour, and the boats lay in rows along the quay. ' +
  'Nobody spoke for a while. Then my brother pointed at the lighthouse, laughed, and said that he had once been ' +
  'certain it was a castle. We walked on past the nets, the crates and the sleeping dogs; somewhere behind us a ' +
  'radio was playing, and an old man sang along with it as if he were alone in the world. ';

/** Whole words, about this many characters. */
export function textOf(characters: number): string {
  const long = PARAGRAPH.repeat(Math.ceil(characters / PARAGRAPH.length) + 1);
  return `${long.slice(0, long.lastIndexOf(' ', characters - 1)).replace(/[,;. ]+$/, '')}.`;
}
