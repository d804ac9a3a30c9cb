/** Indices into the mesh's 468 points. Right and left are the person's own; lists run from right to left. */
const MESH_CONTOURS = {
  upperLipOuter: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  upperLipInner: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  lowerLipInner: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  lowerLipOuter: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
  jaw: [132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361],
};

const MESH_LIDS = {
  rightUpper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
  rightLower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
  leftUpper: [362, 398, 384, 385, 386, 387, 388, 466, 263],
  leftLower: [362, 382, 381, 380, 374, 373, 390, 249, 263],
};

const MESH_PLACES = { eyeOuterRight: 33, eyeOuterLeft: 263, noseBase: 2, browRight: 105, browLeft: 334 };

/** Points from temple to temple over the forehead. */
const MESH_FOREHEAD = [234, 127, 162, 21, 54, 67, 10, 297, 284, 251, 389, 356, 454];

/** Middle of the cheeks and the chin: rarely covered by hair, never by glasses. */
const MESH_SKIN = [50, 280, 205, 425, 200, 199];

/** Mesh points that are kept. The exports below are positions in this list. */
export const KEPT: readonly number[] = [
  ...new Set([
    ...Object.values(MESH_CONTOURS).flat(),
    ...Object.values(MESH_LIDS).flat(),
    ...Object.values(MESH_PLACES),
    ...MESH_FOREHEAD,
    ...MESH_SKIN,
  ]),
];

const keptOf = (numbers: readonly number[]): number[] => numbers.map((number) => KEPT.indexOf(number));

function keptLists<Name extends string>(lists: Record<Name, number[]>): Record<Name, number[]> {
  const entries = Object.entries<number[]>(lists).map(([name, numbers]) => [name, keptOf(numbers)]);
  return Object.fromEntries(entries) as Record<Name, number[]>;
}

export const CONTOURS = keptLists(MESH_CONTOURS);
export const LIDS = keptLists(MESH_LIDS);
export const SKIN = keptOf(MESH_SKIN);
export const PLACES = {
  eyeOuterRight: KEPT.indexOf(MESH_PLACES.eyeOuterRight),
  eyeOuterLeft: KEPT.indexOf(MESH_PLACES.eyeOuterLeft),
  noseBase: KEPT.indexOf(MESH_PLACES.noseBase),
  browRight: KEPT.indexOf(MESH_PLACES.browRight),
  browLeft: KEPT.indexOf(MESH_PLACES.browLeft),
};
