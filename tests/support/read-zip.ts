import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;

/** Reads the files of an archive, by path, through its central directory. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (archive.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    );
    const start = archive.readUInt32LE(at + 42);
    const dataStart = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const data = archive.subarray(dataStart, dataStart + archive.readUInt32LE(at + 20));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0));
    files.set(name, archive.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(data) : data);
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return files;
}
