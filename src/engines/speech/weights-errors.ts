const REMEDIES = {
  file: (file: string) => `Delete ${file} and start again; it is then made anew from the installed packages.`,
  packages: () => 'The installed package is damaged: remove node_modules and install again.',
  disk: () => 'It was damaged while it was written: check the disk and start again.',
};

/** These stop the start, so they speak to the operator and name the remedy. */
export class WeightsCorrupt extends Error {
  constructor(file: string, where: keyof typeof REMEDIES) {
    super(`The weights in ${file} do not have the expected SHA-256. ${REMEDIES[where](file)}`);
    this.name = 'WeightsCorrupt';
  }
}

export class WeightsMissing extends Error {
  constructor(fileName: string, cause?: unknown) {
    super(
      `The parts of ${fileName} are not installed. Install the packages again, or put ${fileName} into MODELS_DIR.`,
      { cause },
    );
    this.name = 'WeightsMissing';
  }
}
