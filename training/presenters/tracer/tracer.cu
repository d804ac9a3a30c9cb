// A path tracer for portraits: one source for CUDA (nvcc) and for the CPU (g++ -x c++ -fopenmp).
#include <cstring>
#include <thread>

#include "scatter.h"

constexpr float OFFSET = 3e-5f, BRIGHTEST_BOUNCE = 6;

HD V3 skyAt(const Scene& s, V3 d) { return mix(s.ground, s.sky, smoothstep(-0.6f, 0.7f, d.z)); }

HD bool hitsLight(const Light& l, V3 o, V3 d, float& t) {
  float facing = dot(d, l.normal);
  if (facing > -1e-5f) return false;
  t = dot(l.centre - o, l.normal) / facing;
  V3 q = o + d * t - l.centre;
  return t > 0 && fabsf(dot(q, l.u)) <= dot(l.u, l.u) && fabsf(dot(q, l.v)) <= dot(l.v, l.v);
}

/** One shadow ray to a light picked by chance. `value(in, pdf)` is the reflected share; its pdf weighs it against
   `draw`. An eye mirrors the lights only as far as they are catchlights: six soft boxes would hide the iris. */
template <class Value>
HD V3 lightFrom(const Scene& s, V3 p, V3 n, int depth, bool eye, Random& random, Value value) {
  float u = depth ? random.next() : random.spread(7), across = depth ? random.next() : random.spread(8);
  float up = depth ? random.next() : random.spread(9);
  int k = 0;
  while (k < s.lightCount - 1 && u >= s.lights[k].chance) u -= s.lights[k++].chance;
  const Light& l = s.lights[k];
  V3 to = l.centre + l.u * (2 * across - 1) + l.v * (2 * up - 1) - p;
  float far = length(to);
  V3 in = to / far;
  float facing = -dot(in, l.normal), pdf;
  if (facing <= 1e-4f) return v3(0);
  V3 share = value(in, pdf);
  if (largest(share) <= 0) return v3(0);
  V3 from = p + (dot(in, n) >= 0 ? n : -n) * OFFSET;
  Hit h;
  if (nearest(s, s.root, from, in, far * 0.999f, true, random, h)) return v3(0);
  float picked = l.chance * far * far / (l.area * facing);
  return share * l.radiance * ((eye ? l.catchlight : 1) / (picked + pdf));
}

HD V3 tame(V3 c, int depth) {
  float m = largest(c);
  return depth > 0 && m > BRIGHTEST_BOUNCE ? c * (BRIGHTEST_BOUNCE / m) : c;
}

struct Path {
  V3 o, d, light, share;
  float pdf, alpha;
  int depth, passed;
  bool eye;
};

/** Follows the path by one ray; false when it has ended. */
HD bool advance(const Scene& s, Path& w, int maxDepth, Random& random) {
  Hit h;
  nearest(s, s.root, w.o, w.d, 1e30f, false, random, h);
  for (int k = 0; w.depth && k < s.lightCount; k++) {
    const Light& l = s.lights[k];
    float t;
    if (!hitsLight(l, w.o, w.d, t) || t >= h.t) continue;
    float picked = l.chance * t * t / (l.area * -dot(w.d, l.normal));
    w.light += tame(w.share * l.radiance * ((w.eye ? l.catchlight : 1) * w.pdf / (w.pdf + picked)), w.depth);
    return false;
  }
  if (h.id < 0) {
    if (w.depth) w.light += tame(w.share * skyAt(s, w.d), w.depth);
    return false;
  }
  Surface f = surfaceAt(s, h, w.o, w.d);
  V3 out = -w.d, albedo = f.albedo;
  float reflected = schlick(f.specular, fmaxf(dot(f.n, out), 0)),
        chance = clamp(4 * reflected, w.depth ? 0.1f : 0.25f, 0.7f);
  bool glossy = f.kind != HAIR && (w.depth ? random.next() : random.spread(2)) < chance;
  if (f.kind != CORNEA || glossy) w.alpha = 1;
  if (f.kind != HAIR) w.share = w.share * (glossy ? 1 / chance : (1 - reflected) / (1 - chance));
  if (f.kind == CORNEA && !glossy) {
    w.o = f.p + w.d * OFFSET;
    return ++w.passed < 12;
  }
  if (f.kind == SKIN && !glossy && w.depth == 0) {
    V3 weight = v3(1);
    seep(s, albedo, f.radius, f.p, f.n, weight, random);
    f.face = f.n, w.share *= weight, albedo = v3(1), out = f.n;
  }
  bool oily = f.kind == SKIN && random.next() < 0.2f;
  Gloss gloss(f.n, oily ? f.roughness * 0.6f : f.roughness, f.specular);
  auto value = [&](V3 in, float& pdf) {
    if (f.kind == HAIR) return pdf = 1 / (4 * PI), strandValue(f, out, in);
    if (glossy) return v3(gloss.value(out, in, pdf));
    return pdf = fmaxf(dot(f.n, in), 0) / PI, mattValue(f, albedo, out, in);
  };
  w.light += tame(w.share * lightFrom(s, f.p, f.face, w.depth, f.kind == CORNEA, random, value), w.depth);
  w.d = f.kind == HAIR ? sphereSample(random) : glossy ? gloss.draw(out, random) : cosineSample(f.n, random);
  V3 share = value(w.d, w.pdf);
  if (largest(share) <= 0 || w.pdf <= 0) return false;
  w.eye = f.kind == CORNEA;
  w.share *= share / w.pdf;
  w.o = f.p + (dot(w.d, f.face) >= 0 ? f.face : -f.face) * OFFSET;
  if (w.depth >= 2) {
    float live = clamp(largest(w.share), 0, 0.95f);
    if (random.next() >= live) return false;
    w.share = w.share / live;
  }
  return ++w.depth < maxDepth;
}

struct View {
  V3 eye, right, down, forward;
  int x0, y0, width, height, firstSample, samples, maxDepth;
};

/** Seeded by the canvas pixel: where nothing moved, two poses come out alike. */
HD Path startPath(const View& view, int x, int y, uint32_t number, Random& random) {
  uint32_t seed = hash((uint32_t)x + 8192U * (uint32_t)y);
  random.state = ((uint64_t)hash(seed ^ hash(number)) << 32) | hash(seed + 0x9e3779b9U * number);
  random.bits();
  random.pixel = seed, random.sample = number;
  float radius = 0.42f * sqrtf(-2 * logf(1 - 0.999f * random.spread(0))), turn = 2 * PI * random.spread(1);
  float px = x + 0.5f + radius * cosf(turn), py = y + 0.5f + radius * sinf(turn);
  return {view.eye, unit(view.forward + view.right * px + view.down * py), v3(0), v3(1), 0, 0, 0, 0, false};
}

/** A thread starts its next path as soon as one ends, so that the threads of a warp stay busy together. */
HD void tracePixel(const Scene& s, const View& view, int i, float* sum) {
  int x = view.x0 + i % view.width, y = view.y0 + i / view.width;
  V3 total = v3(0);
  float cover = 0;
  Random random;
  Path w = startPath(view, x, y, view.firstSample, random);
  for (int k = 0; k < view.samples;) {
    if (advance(s, w, view.maxDepth, random)) continue;
    if (largest(w.light) < 1e4f) total += w.light, cover += w.alpha;
    w = startPath(view, x, y, view.firstSample + ++k, random);
  }
  sum[0] += total.x, sum[1] += total.y, sum[2] += total.z, sum[3] += cover;
}

/** Whether the camera sees each point, 0 to 1, over the small disc `spread` around it. */
HD float seen(const Scene& s, V3 eye, V3 p, float spread, uint32_t seed) {
  Random random{((uint64_t)hash(seed) << 32) | seed, seed, 0};
  int clear = 0;
  const int RAYS = 16;
  for (int k = 0; k < RAYS; k++) {
    V3 q = p + sphereSample(random) * (spread * random.next()), to = eye - q;
    float far = length(to);
    Hit h;
    clear += !nearest(s, s.root, q + to / far * (2.5f * spread + 2e-4f), to / far, far, true, random, h);
  }
  return clear / (float)RAYS;
}

#include "device.h"
#include "strand.h"
