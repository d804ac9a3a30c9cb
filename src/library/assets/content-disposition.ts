/** How a browser is told the name of a file (RFC 6266): nothing in a name can end the header or leave a folder. */
export function contentDisposition(name: string, extension: string): string {
  const filename = name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
  const plain = filename.replaceAll(/[^\w .()-]/gu, '_');
  if (plain === filename) return `inline; filename="${plain}"`;
  const encoded = encodeURIComponent(filename).replaceAll(/['()*]/gu, percentEncoded);
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
