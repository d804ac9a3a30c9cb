// What is traced: triangles with materials, textures and area lights. Lengths are metres.
#pragma once
#include "bvh.h"
#include "noise.h"

enum Kind { SKIN, SURFACE, HAIR, CORNEA };

/** The layout is shared with material.py. */
struct Material {
  int kind, colourMap, normalMap, strandMap;
  V3 tint;
  float roughness;
  V3 radius;
  float specular;
  float alphaLow, alphaHigh, bump, sheen;
  V3 second;
  float detail;
  V3 third;
  float spots;
  int shadow, plain, pad0, pad1;
};

struct Texture {
  int offset, width, height;
};

struct Light {
  V3 centre, u, v, normal, radiance;
  float area, chance, catchlight;
};

/** Attributes of a skin vertex: lip, flush, scalp, beard. */
struct Vertex {
  V3 p, n, rest;
  float u, v, a[4];
};

struct Scene {
  const Node* nodes;
  const Triangle* triangles;
  const Vertex* vertices;
  const int* corners;
  const int* material;
  const Material* materials;
  const Texture* textures;
  const uint8_t* texels;
  const float* linear;
  const Light* lights;
  int lightCount, root, skinRoot;
  V3 sky, ground;
};

struct Hit {
  float t, u, v;
  int id;
};

constexpr int CUTOUT = 1 << 30, UNSHADOWED = 1 << 29, ID = UNSHADOWED - 1;

struct Colour {
  V3 rgb;
  float a;
};

HD Colour texel(const Scene& s, const Texture& x, int i, int j) {
  i = i < 0 ? 0 : i >= x.width ? x.width - 1 : i;
  j = j < 0 ? 0 : j >= x.height ? x.height - 1 : j;
  const uint8_t* c = s.texels + 4 * ((size_t)x.offset + (size_t)j * x.width + i);
  return {{s.linear[c[0]], s.linear[c[1]], s.linear[c[2]]}, c[3] / 255.0f};
}

HD Colour sample(const Scene& s, int map, float u, float v) {
  Texture x = s.textures[map];
  float px = (u - floorf(u)) * x.width - 0.5f, py = (1 - (v - floorf(v))) * x.height - 0.5f;
  int i = (int)floorf(px), j = (int)floorf(py);
  float fx = px - i, fy = py - j;
  Colour a = texel(s, x, i, j), b = texel(s, x, i + 1, j), c = texel(s, x, i, j + 1), d = texel(s, x, i + 1, j + 1);
  return {mix(mix(a.rgb, b.rgb, fx), mix(c.rgb, d.rgb, fx), fy), mix(mix(a.a, b.a, fx), mix(c.a, d.a, fx), fy)};
}

/** Raw bytes as 0 to 1, for maps that are not colours. */
HD Colour sampleRaw(const Scene& s, int map, float u, float v) {
  Texture x = s.textures[map];
  float px = (u - floorf(u)) * x.width - 0.5f, py = (1 - (v - floorf(v))) * x.height - 0.5f;
  int i = (int)floorf(px), j = (int)floorf(py);
  float fx = px - i, fy = py - j, out[4];
  for (int k = 0; k < 4; k++) {
    float corner[4];
    for (int q = 0; q < 4; q++) {
      int a = i + (q & 1), b = j + (q >> 1);
      a = a < 0 ? 0 : a >= x.width ? x.width - 1 : a, b = b < 0 ? 0 : b >= x.height ? x.height - 1 : b;
      corner[q] = s.texels[4 * ((size_t)x.offset + (size_t)b * x.width + a) + k] / 255.0f;
    }
    out[k] = mix(mix(corner[0], corner[1], fx), mix(corner[2], corner[3], fx), fy);
  }
  return {{out[0], out[1], out[2]}, out[3]};
}

HD float opacity(const Scene& s, int id, float u, float v) {
  const int* c = s.corners + 3 * id;
  const Vertex &a = s.vertices[c[0]], &b = s.vertices[c[1]], &d = s.vertices[c[2]];
  const Material& m = s.materials[s.material[id]];
  float w = 1 - u - v, tu = w * a.u + u * b.u + v * d.u, tv = w * a.v + u * b.v + v * d.v;
  return smoothstep(m.alphaLow, m.alphaHigh, sample(s, m.colourMap, tu, tv).a);
}

/** Cut-outs are decided by chance at each hit, which averages to their opacity. */
HD bool nearest(const Scene& s, int root, V3 o, V3 d, float tMax, bool shadow, Random& random, Hit& hit) {
  V3 inv = {1 / d.x, 1 / d.y, 1 / d.z};
  int stack[64], top = 0;
  stack[top++] = root;
  hit.t = tMax, hit.id = -1;
  while (top) {
    const Node& n = s.nodes[stack[--top]];
    float tNear[2];
    bool in[2] = {hitsBox(n.lo[0], n.hi[0], o, inv, hit.t, tNear[0]),
                  hitsBox(n.lo[1], n.hi[1], o, inv, hit.t, tNear[1])};
    int first = in[0] && in[1] && tNear[1] < tNear[0] ? 1 : 0;
    for (int k = 1; k >= 0; k--) {
      int side = k ? 1 - first : first;
      if (!in[side]) continue;
      if (n.child[side] >= 0) {
        if (top < 64) stack[top++] = n.child[side];
        continue;
      }
      for (int i = 0, at = ~n.child[side]; i < n.count[side]; i++) {
        const Triangle& k3 = s.triangles[at + i];
        float t, u, v;
        if (!hitsTriangle(k3, o, d, hit.t, t, u, v) || (shadow && (k3.id & UNSHADOWED))) continue;
        if ((k3.id & CUTOUT) && random.next() >= opacity(s, k3.id & ID, u, v)) continue;
        hit = {t, u, v, k3.id & ID};
        if (shadow) return true;
      }
    }
  }
  return hit.id >= 0;
}

/** How many surfaces that face as n does the segment passes, and one of them picked by chance. */
HD int through(const Scene& s, int root, V3 o, V3 d, float tMax, V3 n, Random& random, Hit& hit) {
  V3 inv = {1 / d.x, 1 / d.y, 1 / d.z};
  int stack[64], top = 0, found = 0;
  stack[top++] = root;
  while (top) {
    const Node& k = s.nodes[stack[--top]];
    for (int side = 0; side < 2; side++) {
      float tNear, t, u, v;
      if (!hitsBox(k.lo[side], k.hi[side], o, inv, tMax, tNear)) continue;
      if (k.child[side] >= 0) {
        if (top < 64) stack[top++] = k.child[side];
        continue;
      }
      for (int i = 0, at = ~k.child[side]; i < k.count[side]; i++) {
        const Triangle& face = s.triangles[at + i];
        if (!hitsTriangle(face, o, d, tMax, t, u, v) || dot(cross(face.ab, face.ac), n) <= 0) continue;
        if (random.next() * ++found < 1) hit = {t, u, v, face.id & ID};
      }
    }
  }
  return found;
}
