export type Complex = { real: number; imaginary: number };

const MAX_ROUNDS = 200;
const CLOSE = 1e-10;

/** Finds all roots at once (Durand-Kerner). The leading coefficient is 1. */
export function polynomialRoots(coefficients: ArrayLike<number>): Complex[] {
  const degree = coefficients.length - 1;
  // Starts on a circle, none real or the conjugate of another: such points would never separate.
  let roots = Array.from({ length: degree }, (_, k) => {
    const angle = (2 * Math.PI * k) / degree + 0.4;
    return { real: 0.9 * Math.cos(angle), imaginary: 0.9 * Math.sin(angle) };
  });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const steps = roots.map((root, k) => divide(valueAt(coefficients, root), awayFromOthers(roots, k)));
    roots = roots.map((root, k) => minus(root, steps[k] as Complex));
    if (steps.every(({ real, imaginary }) => Math.hypot(real, imaginary) < CLOSE)) break;
  }
  return roots;
}

function valueAt(coefficients: ArrayLike<number>, place: Complex): Complex {
  let value: Complex = { real: 0, imaginary: 0 };
  for (let i = 0; i < coefficients.length; i += 1) {
    const { real, imaginary } = times(value, place);
    value = { real: real + (coefficients[i] as number), imaginary };
  }
  return value;
}

function awayFromOthers(roots: readonly Complex[], k: number): Complex {
  const own = roots[k] as Complex;
  return roots.reduce((product, other, i) => (i === k ? product : times(product, minus(own, other))), {
    real: 1,
    imaginary: 0,
  });
}

const minus = (a: Complex, b: Complex): Complex => ({
  real: a.real - b.real,
  imaginary: a.imaginary - b.imaginary,
});
const times = (a: Complex, b: Complex): Complex => ({
  real: a.real * b.real - a.imaginary * b.imaginary,
  imaginary: a.real * b.imaginary + a.imaginary * b.real,
});

function divide(a: Complex, b: Complex): Complex {
  const power = b.real ** 2 + b.imaginary ** 2;
  const { real, imaginary } = times(a, { real: b.real, imaginary: -b.imaginary });
  return { real: real / power, imaginary: imaginary / power };
}
