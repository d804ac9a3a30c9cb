// Hairs drawn along a field of directions: noise averaged along each line (line integral convolution).
#pragma once
#include "vec.h"

HD float alongLine(const float* angle, const float* noise, int size, int reach, int x, int y) {
  float total = noise[y * size + x];
  for (int sign = -1; sign <= 1; sign += 2) {
    float px = (float)x, py = (float)y, dx = 0, dy = 0;
    int at = y * size + x;
    for (int k = 0; k < reach; k++) {
      float nx = cosf(angle[at]), ny = sinf(angle[at]),
            turn = k == 0                  ? (float)sign
                   : nx * dx + ny * dy < 0 ? -1.0f
                                           : 1.0f;
      dx = nx * turn, dy = ny * turn, px += dx, py += dy;
      at = (int)clamp(py + 0.5f, 0, size - 1.0f) * size + (int)clamp(px + 0.5f, 0, size - 1.0f);
      total += noise[at];
    }
  }
  return total / (2 * reach + 1);
}

extern "C" void draw_strands(const float* angle, const float* noise, int size, int reach, float* out) {
#pragma omp parallel for
  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++) out[y * size + x] = alongLine(angle, noise, size, reach, x, y);
}
