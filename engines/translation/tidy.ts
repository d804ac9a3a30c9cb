const LOWER_CASE_SENTENCE = /[.!?]\s+\p{Ll}/u;

/**
 * Apertium leaves spaces before marks, small letters at the start of sentences whose words it reordered, and Spanish
 * without the marks that open a question. Sentences begin as those of the source do.
 */
export function tidy(text: string, { source, target }: { source: string; target: string }): string {
  // French has a space before them.
  let tidied = target === 'fr' ? text : text.replace(/\s+(?=[.,;:!?…](?:\s|$))/gu, '');
  if (/^\P{L}*\p{Lu}/u.test(source)) tidied = tidied.replace(/^[^\p{L}\p{N}]*\p{Ll}/u, upper);
  if (!LOWER_CASE_SENTENCE.test(source)) tidied = tidied.replace(/[.!?]\s+\p{Ll}/gu, upper);
  return target === 'es' ? opened(tidied) : tidied;
}

function upper(text: string): string {
  return text.toUpperCase();
}

function opened(text: string): string {
  return text.replace(/[^.!?…\s][^.!?…¿¡]*([!?])/gu, (sentence, mark: string) => {
    const open = mark === '?' ? '¿' : '¡';
    return /^[¿¡]/u.test(sentence) ? sentence : `${open}${sentence}`;
  });
}
