import {
  findVerifiedFiles,
  type PublishedFile,
  type StampOptions,
} from '../../src/platform/verified-files.ts';

/** Weights that a package holds in one folder: `file(path, fileName, sha256)`. */
export function weightsIn(packageName: string, folder: string) {
  return (path: string, fileName: string, sha256: string): PublishedFile => ({
    fileName,
    sha256,
    package: packageName,
    path: folder + path,
  });
}

/** Returns a function that gives the paths of the verified files, or null when one is not installed. */
export function weightTable<Name extends string>(stampsName: string, files: Record<Name, PublishedFile>) {
  return (options: StampOptions): Promise<Record<Name, string> | null> =>
    findVerifiedFiles(files, { ...options, stampsName });
}

export type WeightFilesOf<Table extends (options: { modelsDir: string }) => Promise<unknown>> = NonNullable<
  Awaited<ReturnType<Table>>
>;
