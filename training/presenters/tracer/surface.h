// From a hit to what a light ray needs to know of the place: colour, normal, gloss.
#pragma once
#include "scene.h"

struct Surface {
  V3 p, face, n, albedo, tangent, radius;
  float roughness, specular, sheen;
  int kind;
};

HD float poreHeight(V3 rest) {
  float id, pore = cells(rest * 1000, id);
  return 0.5f * pore + 0.45f * noise(rest * 520) + 0.5f * noise(rest * 260);
}

HD float threadHeight(V3 rest) { return 0.6f * noise(rest * 700) + 0.6f * noise(rest * 330); }

template <class Height>
HD V3 bumped(V3 n, V3 rest, float strength, Height height) {
  const float step = 0.00025f;
  float h = height(rest);
  V3 slope = {height(rest + V3{step, 0, 0}) - h, height(rest + V3{0, step, 0}) - h, height(rest + V3{0, 0, step}) - h};
  return unit(n - (slope - n * dot(slope, n)) * strength);
}

struct PoreHeight {
  HD float operator()(V3 p) const { return poreHeight(p); }
};
struct ThreadHeight {
  HD float operator()(V3 p) const { return threadHeight(p); }
};

/** Skin is never one colour: blotches of blood, freckles, lips, the shadow of a beard and the scalp under the hair. */
HD void paintSkin(const Material& m, V3 rest, const float* a, Surface& f) {
  float blotch = fractal(rest * 55, 4), fine = fractal(rest * 330, 3);
  V3 blood = {1.0f + 0.03f * blotch, 1.0f - m.detail * (0.9f * blotch + 0.55f * fine),
              1.0f - m.detail * (0.8f * blotch + 0.6f * fine)};
  f.albedo = f.albedo * blood * (1.0f + 0.45f * m.detail * fine);
  float flush = clamp(a[1], 0, 1);
  f.albedo = f.albedo * mix(v3(1), V3{1.05f, 0.76f, 0.80f}, flush);
  if (m.spots > 0) {
    float id, d = cells(rest * 210, id);
    float spot = id < m.spots ? 1 - smoothstep(0.10f + 0.25f * id, 0.32f + 0.2f * id, d) : 0;
    f.albedo = f.albedo * mix(v3(1), V3{0.80f, 0.66f, 0.58f}, spot * 0.8f);
  }
  float lip = smoothstep(0.30f, 0.62f, a[0] + 0.05f * fine);
  float crease = noise(V3{rest.x * 1500, rest.y * 160, rest.z * 160});
  f.albedo = mix(f.albedo, m.third * (1 + 0.10f * crease + 0.08f * blotch), lip * 0.85f);
  f.roughness = mix(f.roughness * (1 + 0.18f * fine), 0.36f, lip);
  f.specular = mix(f.specular, 0.034f, lip);
  float grain = noise(rest * 900) * 0.5f + 0.5f;
  f.albedo = mix(f.albedo, m.second, clamp(a[3], 0, 1) * (0.35f + 0.5f * grain));
  float scalp = smoothstep(0.25f + 0.3f * grain, 0.95f, a[2]);
  f.albedo = mix(f.albedo, m.second * (0.35f + 1.3f * grain), scalp * 0.9f);
  f.roughness = mix(f.roughness, 0.75f, scalp), f.specular = mix(f.specular, 0.003f, scalp);
}

HD Surface surfaceAt(const Scene& s, const Hit& h, V3 o, V3 d) {
  const int* c = s.corners + 3 * h.id;
  const Vertex &A = s.vertices[c[0]], &B = s.vertices[c[1]], &C = s.vertices[c[2]];
  const Material& m = s.materials[s.material[h.id]];
  float w = 1 - h.u - h.v, u = w * A.u + h.u * B.u + h.v * C.u, v = w * A.v + h.u * B.v + h.v * C.v;
  V3 ab = B.p - A.p, ac = C.p - A.p, rest = A.rest * w + B.rest * h.u + C.rest * h.v;
  Surface f;
  f.kind = m.kind, f.p = o + d * h.t, f.face = unit(cross(ab, ac)), f.n = unit(A.n * w + B.n * h.u + C.n * h.v);
  if (dot(f.face, d) > 0) f.face = -f.face;
  if (dot(f.n, f.face) < 0) f.n = -f.n;
  f.roughness = m.roughness, f.specular = m.specular, f.sheen = m.sheen, f.radius = m.radius;
  f.albedo = m.colourMap >= 0 && !m.plain ? sample(s, m.colourMap, u, v).rgb * m.tint : m.tint;
  float du1 = B.u - A.u, dv1 = B.v - A.v, du2 = C.u - A.u, dv2 = C.v - A.v, det = du1 * dv2 - du2 * dv1;
  V3 pu = fabsf(det) > 1e-12f ? (ab * dv2 - ac * dv1) / det : ab,
     pv = fabsf(det) > 1e-12f ? (ac * du1 - ab * du2) / det : ac;
  if (m.kind == HAIR) {
    Colour strand = m.strandMap >= 0 ? sampleRaw(s, m.strandMap, u, v) : Colour{{0.5f, 1, 0.5f}, 1};
    float angle = 0.5f * atan2f(strand.rgb.y * 2 - 1, strand.rgb.x * 2 - 1);
    f.tangent = unit(unit(pu) * cosf(angle) + unit(pv) * sinf(angle) + f.n * (0.5f * (strand.rgb.z - 0.5f)));
    f.albedo = f.albedo * (1 + m.detail * (strand.rgb.z - 0.5f));
  } else if (m.kind == SKIN) {
    float a[4];
    for (int k = 0; k < 4; k++) a[k] = w * A.a[k] + h.u * B.a[k] + h.v * C.a[k];
    paintSkin(m, rest, a, f);
    f.n = bumped(f.n, rest, m.bump * (1 - 0.7f * clamp(a[0], 0, 1)), PoreHeight());
  } else if (m.normalMap >= 0) {
    V3 t = sampleRaw(s, m.normalMap, u, v).rgb * 2 - v3(1);
    f.n = unit(f.n * fmaxf(t.z, 0.2f) + (unit(pu) * t.x + unit(pv) * t.y) * m.detail);
  }
  if (m.kind == SURFACE && m.bump > 0) f.n = bumped(f.n, rest, m.bump, ThreadHeight());
  if (dot(f.n, d) > -0.02f) f.n = unit(f.n - d * (dot(f.n, d) + 0.02f));
  f.albedo = {clamp(f.albedo.x, 0, 0.98f), clamp(f.albedo.y, 0, 0.98f), clamp(f.albedo.z, 0, 0.98f)};
  return f;
}
