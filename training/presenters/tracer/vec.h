// Vectors and random numbers that run alike on the GPU (nvcc) and on the CPU (g++).
#pragma once
#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define HD __host__ __device__ inline
#else
#define HD inline
#endif

constexpr float PI = 3.14159265f;

struct V3 {
  float x, y, z;
};

HD V3 v3(float s) { return {s, s, s}; }
HD V3 operator+(V3 a, V3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
HD V3 operator-(V3 a, V3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HD V3 operator*(V3 a, V3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
HD V3 operator*(V3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
HD V3 operator*(float s, V3 a) { return a * s; }
HD V3 operator/(V3 a, float s) { return a * (1.0f / s); }
HD V3 operator-(V3 a) { return {-a.x, -a.y, -a.z}; }
HD void operator+=(V3& a, V3 b) { a = a + b; }
HD void operator*=(V3& a, V3 b) { a = a * b; }
HD float dot(V3 a, V3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD V3 cross(V3 a, V3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
HD float length(V3 a) { return sqrtf(dot(a, a)); }
HD V3 unit(V3 a) { return a * (1.0f / fmaxf(length(a), 1e-20f)); }
HD float largest(V3 a) { return fmaxf(a.x, fmaxf(a.y, a.z)); }
HD float mean(V3 a) { return (a.x + a.y + a.z) / 3; }
HD float clamp(float x, float lo, float hi) { return fminf(fmaxf(x, lo), hi); }
HD float mix(float a, float b, float t) { return a + (b - a) * t; }
HD V3 mix(V3 a, V3 b, float t) { return a + (b - a) * t; }
HD V3 exp3(V3 a) { return {expf(a.x), expf(a.y), expf(a.z)}; }
HD float smoothstep(float lo, float hi, float x) {
  float t = clamp((x - lo) / (hi - lo), 0, 1);
  return t * t * (3 - 2 * t);
}

/** Two vectors that make a right-handed frame with the unit vector n. */
HD void frame(V3 n, V3& s, V3& t) {
  float sign = n.z >= 0 ? 1.0f : -1.0f, a = -1 / (sign + n.z), b = n.x * n.y * a;
  s = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
  t = {b, sign + n.y * n.y * a, -n.y};
}

HD uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
}

/** A stream of random numbers, and for a path's first decisions evenly spread ones (a Kronecker sequence over the
 * samples). */
struct Random {
  uint64_t state;
  uint32_t pixel, sample;
  HD float spread(int dimension) const {
    const uint32_t STEPS[12] = {1779033703U, 3144134277U, 1013904242U, 2773480762U, 1359893119U, 2600822924U,
                                528734635U,  1541459225U, 3418070365U, 1654270250U, 2438529370U, 355462360U};
    return ((hash(pixel + 0x68bc21ebU * (uint32_t)(dimension + 1)) + sample * STEPS[dimension]) >> 8) *
           (1.0f / 16777216);
  }
  HD uint32_t bits() {
    uint64_t old = state;
    state = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
  }
  HD float next() { return (bits() >> 8) * (1.0f / 16777216); }
};

HD V3 cosineSample(V3 n, Random& random) {
  float r = sqrtf(random.next()), phi = 2 * PI * random.next();
  V3 s, t;
  frame(n, s, t);
  return unit(s * (r * cosf(phi)) + t * (r * sinf(phi)) + n * sqrtf(fmaxf(0, 1 - r * r)));
}

HD V3 sphereSample(Random& random) {
  float z = 1 - 2 * random.next(), r = sqrtf(fmaxf(0, 1 - z * z)), phi = 2 * PI * random.next();
  return {r * cosf(phi), r * sinf(phi), z};
}
