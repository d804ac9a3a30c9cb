type Unsteady = { file: string; reason: string; since: `${number}-${number}-${number}` };

/** Test files that are known to fail now and then. An entry gives the reason, and is a debt: the list should be empty. */
export const UNSTEADY: readonly Unsteady[] = [];
