// Procedural noise in rest space, so that it stays on the skin while the face moves.
#pragma once
#include "vec.h"

HD float latticeGradient(int x, int y, int z, float fx, float fy, float fz) {
  uint32_t h = hash((uint32_t)x * 73856093U ^ hash((uint32_t)y * 19349663U ^ hash((uint32_t)z)));
  float gx = (h & 1023) / 511.5f - 1, gy = ((h >> 10) & 1023) / 511.5f - 1, gz = ((h >> 20) & 1023) / 511.5f - 1;
  return gx * fx + gy * fy + gz * fz;
}

/** Gradient noise, about -1 to 1, one feature a unit. */
HD float noise(V3 p) {
  float bx = floorf(p.x), by = floorf(p.y), bz = floorf(p.z);
  int x = (int)bx, y = (int)by, z = (int)bz;
  float fx = p.x - bx, fy = p.y - by, fz = p.z - bz;
  float u = fx * fx * fx * (fx * (fx * 6 - 15) + 10), v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  float w = fz * fz * fz * (fz * (fz * 6 - 15) + 10);
  float low = mix(
      mix(latticeGradient(x, y, z, fx, fy, fz), latticeGradient(x + 1, y, z, fx - 1, fy, fz), u),
      mix(latticeGradient(x, y + 1, z, fx, fy - 1, fz), latticeGradient(x + 1, y + 1, z, fx - 1, fy - 1, fz), u), v);
  float high =
      mix(mix(latticeGradient(x, y, z + 1, fx, fy, fz - 1), latticeGradient(x + 1, y, z + 1, fx - 1, fy, fz - 1), u),
          mix(latticeGradient(x, y + 1, z + 1, fx, fy - 1, fz - 1),
              latticeGradient(x + 1, y + 1, z + 1, fx - 1, fy - 1, fz - 1), u),
          v);
  return 1.3f * mix(low, high, w);
}

HD float fractal(V3 p, int octaves) {
  float sum = 0, size = 0.6f;
  for (int i = 0; i < octaves; i++, p = p * 2.03f + v3(17.1f), size *= 0.55f) sum += size * noise(p);
  return sum;
}

/** Distance to the nearest of jittered cell points, 0 to about 1: pores, freckles, knit. */
HD float cells(V3 p, float& id) {
  int bx = (int)floorf(p.x), by = (int)floorf(p.y), bz = (int)floorf(p.z);
  float best = 9;
  for (int k = 0; k < 27; k++) {
    int x = bx + k % 3 - 1, y = by + k / 3 % 3 - 1, z = bz + k / 9 - 1;
    uint32_t h = hash((uint32_t)x * 2654435761U ^ hash((uint32_t)y * 40503U ^ hash((uint32_t)z + 77U)));
    V3 d = {x + (h & 1023) / 1023.0f - p.x, y + ((h >> 10) & 1023) / 1023.0f - p.y,
            z + ((h >> 20) & 1023) / 1023.0f - p.z};
    float d2 = dot(d, d);
    if (d2 < best) best = d2, id = (hash(h) & 65535) / 65535.0f;
  }
  return sqrtf(best);
}
