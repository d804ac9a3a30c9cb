import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from '../../../platform/ids.ts';
import { createDiskStorage, createS3Storage, type Storage } from '../../../platform/storage/index.ts';
import { type Check, codeOf, type Finding, fault, good, reasonOf, warning } from '../check.ts';
import { isPublicUrl } from '../public-url.ts';

const REQUEST_MS = 6_000;
/** A store that refuses is asked several times. */
const LIMIT_MS = 20_000;
const CONTENT = Buffer.from('written by ./run doctor, which removes it again');

/** What S3 calls it, what that means, and what to do. */
const REMEDIES: readonly (readonly [RegExp, string, string])[] = [
  [/EROFS/, 'it can only be read', 'Mount it to be written.'],
  [/NoSuchBucket/, 'there is no such bucket', 'Correct S3_BUCKET, or create the bucket.'],
  [/InvalidAccessKeyId/, 'the key is unknown', 'Correct AWS_ACCESS_KEY_ID.'],
  [/SignatureDoesNotMatch/, 'the secret is wrong', 'Correct AWS_SECRET_ACCESS_KEY.'],
  [
    /RequestTimeTooSkewed|RequestExpired/,
    'the clock of this machine is wrong',
    'Run: timedatectl set-ntp true',
  ],
  [/ExpiredToken|InvalidToken/, 'the temporary credentials ended', 'Set new AWS_* credentials.'],
  [
    /PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint|\b301\b/,
    'the bucket is in another region',
    'Correct S3_REGION.',
  ],
  [
    /CredentialsProviderError|Could not load credentials/,
    'there are no credentials',
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  [
    /AccessDenied|Forbidden|\b403\b/,
    'it is not allowed',
    'Allow s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket on the bucket to this key, or correct the key.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'the host cannot be found', 'Correct S3_ENDPOINT or S3_REGION.'],
  [/ECONNREFUSED/, 'nothing listens there', 'Start the object store, or correct S3_ENDPOINT.'],
  [
    /CERT|SSL|certificate/i,
    'its certificate is not trusted',
    'Correct S3_ENDPOINT, or set NODE_EXTRA_CA_CERTS to its authority.',
  ],
  [
    /Timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i,
    'it does not answer',
    'See whether a firewall is in the way, or correct S3_ENDPOINT.',
  ],
  [/ENOSPC|EDQUOT|QuotaExceeded|InsufficientStorage|StorageFull/, 'it is full', 'Free some space.'],
  [/EACCES|EPERM/, 'this user may not', 'Run this as the user of the service, or chown the folder to it.'],
];

export const objectStore: Check = {
  id: 'object-store',
  settings: ['S3_BUCKET', 'S3_ENDPOINT', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  limitMs: LIMIT_MS,
  async run({ config }) {
    const folder = join(config.dataDir, 'storage');
    if (!config.s3) return judgeFolder(folder);
    const storage = createS3Storage({ ...config.s3, requestMs: REQUEST_MS });
    try {
      const found = await probe(storage, `The bucket ${config.s3.bucket}`);
      return [...found, ...(await leftBehind(folder)), ...judgeWay(config.s3.endpoint)];
    } finally {
      storage.close();
    }
  },
};

/** The service makes the folder at its start, with one for files that are being written. */
async function judgeFolder(folder: string): Promise<Finding[]> {
  if (!(await isThere(join(folder, '.tmp'))))
    return [good(`${folder} is not there yet. The first start makes it.`)];
  return probe(await createDiskStorage({ folder, forReading: true }), folder);
}

/** Does with one object all that the service does with its own. */
export async function probe(storage: Storage, where: string): Promise<Finding[]> {
  const key = `doctor-${uuidv7()}`;
  let step = 'written';
  try {
    await storage.put(key, CONTENT, { contentType: 'text/plain' });
    step = 'read';
    const stored = await storage.get(key);
    if (!stored || !(await buffer(stored.body)).equals(CONTENT))
      throw new Error('it reads as something else');
    step = 'listed';
    if (!(await lists(storage, key))) throw new Error('it is not in the list');
    step = 'removed';
    await storage.delete(key);
    if (await storage.head(key)) throw new Error('it is still there');
  } catch (error) {
    const found = [judgeFailure(error, `${where}: an object could not be ${step}`)];
    if (step === 'written') return found;
    return [...found, ...(await cleanUp(storage, key))];
  }
  return [good(`${where}: an object was written, read, listed and removed again.`)];
}

async function lists(storage: Storage, key: string): Promise<boolean> {
  for await (const listed of storage.list(key)) if (listed === key) return true;
  return false;
}

async function cleanUp(storage: Storage, key: string): Promise<Finding[]> {
  try {
    await storage.delete(key);
    return [];
  } catch {
    return [warning(`The object ${key} of this check is still there.`, `Remove ${key} by hand.`)];
  }
}

export function judgeFailure(error: unknown, seen: string): Finding {
  const said = `${nameOf(error)} ${codeOf(error)} ${reasonOf(error)}`;
  const known = REMEDIES.find(([shape]) => shape.test(said));
  if (known) return fault(`${seen}: ${known[1]}.`, known[2]);
  return fault(`${seen} (${reasonOf(error)}).`, 'Look at S3_ENDPOINT, S3_BUCKET and the AWS_* settings.');
}

/** S3's errors are told apart by their names, and some only by their status. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return `${error.name} ${$metadata?.httpStatusCode ?? ''} ${nameOf(error.cause)}`;
}

async function leftBehind(folder: string): Promise<Finding[]> {
  if (!(await isThere(folder))) return [];
  return [
    warning(
      `S3_BUCKET is set, and objects of before are still in ${folder}, where nobody finds them.`,
      `To move them: ./run backup TO without S3_BUCKET, and ./run restore TO with an empty one. If they were moved, remove ${folder}.`,
    ),
  ];
}

function judgeWay(endpoint: string | undefined): Finding[] {
  if (!endpoint?.startsWith('http:') || !isPublicUrl(endpoint)) return [];
  return [
    warning(
      'S3_ENDPOINT is http:// on a public address, so everybody on the way can read the objects.',
      'Set S3_ENDPOINT to https://.',
    ),
  ];
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
