/** Debian's packages, by the languages they translate between. Some have only one direction. */
const PACKAGES = new Map(
  Object.entries({
    'br-fr': 'apertium-br-fr',
    'ca-en': 'apertium-eng-cat',
    'ca-es': 'apertium-spa-cat',
    'ca-fr': 'apertium-fra-cat',
    'ca-it': 'apertium-cat-ita',
    'ca-pt': 'apertium-por-cat',
    'en-es': 'apertium-eng-spa',
    'en-eu': 'apertium-eu-en',
    'en-gl': 'apertium-en-gl',
    'en-is': 'apertium-isl-eng',
    'en-mk': 'apertium-mkd-eng',
    'es-eu': 'apertium-eu-es',
    'es-fr': 'apertium-fr-es',
    'es-gl': 'apertium-es-gl',
    'es-it': 'apertium-spa-ita',
    'es-oc': 'apertium-oc-es',
    'es-pt': 'apertium-es-pt',
    'es-ro': 'apertium-es-ro',
    'fr-oc': 'apertium-oci-fra',
    'gl-pt': 'apertium-pt-gl',
    'hi-ur': 'apertium-urd-hin',
  }),
);

export const APERTIUM_PAIRS: readonly string[] = [...PACKAGES.keys()];

/** `es-en` and `en-es` are one package. */
export function apertiumPackage(pair: string): string | undefined {
  return PACKAGES.get(pair.trim().toLowerCase().split('-').toSorted().join('-'));
}
