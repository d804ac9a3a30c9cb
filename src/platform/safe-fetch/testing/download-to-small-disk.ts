/** Downloads more than a disk holds: `node download-to-small-disk.ts FOLDER BYTES`. Prints the code of the error. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DomainError } from '../../errors.ts';
import { downloadFile } from '../index.ts';

const [folder = '', bytes] = process.argv.slice(2);
const maxBytes = Number(bytes);
const server = createServer((_request, response) => response.end(Buffer.alloc(maxBytes)));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const options = { allow: [place], requireHttps: false, maxBytes, timeoutMs: 600_000 };
const outcome = await downloadFile(`http://${place}/`, join(folder, 'file'), options).then(
  ({ status }) => String(status),
  (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
);
process.stdout.write(outcome, () => process.exit(0));
