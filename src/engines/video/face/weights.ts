import { findVerifiedFiles, type PublishedFile } from '../../../platform/verified-files.ts';

const HUMAN = { package: '@vladmandic/human', path: 'models/' };

const WEIGHTS = {
  detectorGraph: {
    fileName: 'blazeface.json',
    sha256: 'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
    package: HUMAN.package,
    path: `${HUMAN.path}blazeface.json`,
  },
  detectorNumbers: {
    fileName: 'blazeface.bin',
    sha256: 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
    package: HUMAN.package,
    path: `${HUMAN.path}blazeface.bin`,
  },
  meshGraph: {
    fileName: 'facemesh.json',
    sha256: 'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7',
    package: HUMAN.package,
    path: `${HUMAN.path}facemesh.json`,
  },
  meshNumbers: {
    fileName: 'facemesh.bin',
    sha256: '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
    package: HUMAN.package,
    path: `${HUMAN.path}facemesh.bin`,
  },
} satisfies Record<string, PublishedFile>;

export type FaceWeightFiles = Record<keyof typeof WEIGHTS, string>;

/** Paths of the verified files; null when one of them is not installed. */
export function findFaceWeights({ modelsDir }: { modelsDir: string }): Promise<FaceWeightFiles | null> {
  return findVerifiedFiles(WEIGHTS, { modelsDir, stampsName: 'faces.verified' });
}
