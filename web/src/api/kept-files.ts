const DATABASE = 'vox.files';
const STORE = 'files';

/** Files of a form, which local storage cannot hold. */
export async function readFiles(key: string): Promise<File[]> {
  let request: IDBRequest | undefined;
  await inStore('readonly', (store) => {
    request = store.get(key);
  }).catch(reportNotKept);
  const kept: unknown = request?.readyState === 'done' ? request.result : null;
  return Array.isArray(kept) ? kept : [];
}

export async function writeFiles(key: string, files: File[]): Promise<void> {
  await inStore('readwrite', (store) => {
    if (files.length > 0) store.put(files, key);
    else store.delete(key);
  }).catch(reportNotKept);
}

/** Signing out calls this: recordings of people are not left for the next one. */
export async function forgetFiles(): Promise<void> {
  await inStore('readwrite', (store) => void store.clear()).catch(reportNotKept);
}

/** Some private windows have no database. The page works, but forgets. */
function reportNotKept(error: unknown): void {
  console.info('Files are not kept in this browser.', error);
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    act(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
