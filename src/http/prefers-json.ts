/**
 * Whether `Accept` asks for JSON instead of a file. On a tie the file wins: many clients send
 * `application/json, text/plain, *\/*` with every request.
 */
export function prefersJson(accept: string | undefined, fileType: string): boolean {
  if (accept === undefined) return false;
  return qualityOf(accept, 'application/json') > qualityOf(accept, fileType);
}

/** The most specific range that matches decides (RFC 9110, section 12.5.1). */
function qualityOf(accept: string, mediaType: string): number {
  const [type] = mediaType.split('/');
  const ranges = new Map(accept.split(',').map(rangeOf));
  return ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0;
}

function rangeOf(text: string): [string, number] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number.parseFloat(weight);
  return [range, quality >= 0 && quality <= 1 ? quality : 0];
}
