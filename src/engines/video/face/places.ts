/** Which of the 468 landmarks lies where. Right and left are the person's own; lists run from right to left. */
export const LANDMARKS = 468;

export const PLACES = {
  eyeOuterRight: 33,
  eyeOuterLeft: 263,
  betweenEyes: 168,
  noseTip: 1,
  noseBase: 2,
  chin: 152,
  cheekRight: 234,
  cheekLeft: 454,
};

export const CONTOURS = {
  upperLipOuter: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  upperLipInner: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  lowerLipInner: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  lowerLipOuter: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
  jaw: [132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361],
};
