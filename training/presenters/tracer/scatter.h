// How light leaves a place: gloss, cloth, strands of hair, and a walk under the skin.
#pragma once
#include "surface.h"

/** Below the gloss of any dielectric (a cropped scalp's stubble) the grazing reflection goes too. */
HD float schlick(float f0, float cosine) {
  float k = clamp(1 - cosine, 0, 1), k2 = k * k, grazing = fminf(1, 40 * f0);
  return f0 + (grazing - f0) * k2 * k2 * k;
}

struct Gloss {
  V3 n;
  float a2, specular;

  HD Gloss(V3 normal, float roughness, float f0) : n(normal), specular(f0) {
    float a = fmaxf(roughness * roughness, 0.0009f);
    a2 = a * a;
  }
  HD float spread(float nh) const {
    float k = nh * nh * (a2 - 1) + 1;
    return a2 / (PI * k * k);
  }
  HD float mask(float nx) const { return 2 * nx / (nx + sqrtf(a2 + (1 - a2) * nx * nx)); }
  /** Reflected share times the cosine; pdf is that of `draw`. */
  HD float value(V3 out, V3 in, float& pdf) const {
    float nl = dot(n, in), nv = dot(n, out);
    pdf = 0;
    if (nl <= 0 || nv <= 0) return 0;
    V3 h = unit(out + in);
    float nh = dot(n, h), vh = fmaxf(dot(out, h), 1e-4f), d = spread(nh);
    pdf = d * nh / (4 * vh);
    return d * mask(nl) * mask(nv) * schlick(specular, vh) / (4 * nv);
  }
  HD V3 draw(V3 out, Random& random) const {
    float u = random.next(), phi = 2 * PI * random.next(), z = sqrtf((1 - u) / (1 + (a2 - 1) * u)),
          r = sqrtf(fmaxf(0, 1 - z * z));
    V3 s, t;
    frame(n, s, t);
    V3 h = s * (r * cosf(phi)) + t * (r * sinf(phi)) + n * z;
    return unit(h * (2 * dot(out, h)) - out);
  }
};

HD float bell(float width, float x) { return expf(-x * x / (2 * width * width)) / (2.5066f * width); }

/** Marschner's reflected, transmitted and twice-refracted lobes in Karis's closed form, with a diffuse bundle beneath.
 */
HD V3 strandValue(const Surface& f, V3 out, V3 in) {
  float sl = clamp(dot(f.tangent, in), -1, 1), sv = clamp(dot(f.tangent, out), -1, 1), vl = dot(out, in);
  float cosD = sqrtf(fmaxf(0.02f, 0.5f + 0.5f * vl > 0 ? cosf(0.5f * fabsf(asinf(sv) - asinf(sl))) : 0.02f));
  V3 lp = in - f.tangent * sl, vp = out - f.tangent * sv;
  float cosPhi = clamp(dot(lp, vp) / sqrtf(dot(lp, lp) * dot(vp, vp) + 1e-6f), -1, 1),
        half = sqrtf(fmaxf(0, 0.5f + 0.5f * cosPhi));
  float b = f.roughness * f.roughness, tilt = 0.06f;
  V3 c = f.albedo;
  float r = bell(b, sl + sv + 2 * tilt) * 0.25f * half * schlick(0.0465f, sqrtf(fmaxf(0, 0.5f + 0.5f * vl)));
  float fr = schlick(0.0465f, cosD * half);
  V3 once = {powf(c.x, 0.5f / cosD), powf(c.y, 0.5f / cosD), powf(c.z, 0.5f / cosD)};
  V3 twice = {powf(c.x, 0.8f / cosD), powf(c.y, 0.8f / cosD), powf(c.z, 0.8f / cosD)};
  float tt = bell(b * 0.5f, sl + sv - tilt) * expf(-3.65f * cosPhi - 3.98f) * (1 - fr) * (1 - fr);
  float trt = bell(b * 2, sl + sv - 4 * tilt) * expf(17 * cosPhi - 16.78f) * 0.06f;
  float wrap = clamp((dot(f.n, in) + 0.35f) / 1.35f, 0, 1), along = sqrtf(fmaxf(0, 1 - sl * sl));
  V3 gloss = (v3(r) + once * tt + twice * trt) * (f.specular * wrap);
  return gloss + c * (wrap * (0.4f + 0.6f * along) / PI);
}

/** Reflected share times the cosine of a matt surface with a fuzz of fibres. */
HD V3 mattValue(const Surface& f, V3 albedo, V3 out, V3 in) {
  float nl = dot(f.n, in);
  if (nl <= 0) return v3(0);
  float k = 1 - fmaxf(dot(in, unit(in + out)), 0), k2 = k * k;
  return albedo * (nl / PI) + mix(albedo, v3(0.5f), 0.3f) * (f.sheen * k2 * k2 * k * nl);
}

/** Burley's diffusion profile of one colour channel: its value and the chance of the radius, both per area. */
HD float profile(float r, float d) {
  r = fmaxf(r, 1e-6f);
  return (expf(-r / d) + expf(-r / (3 * d))) / (8 * PI * d * r);
}

HD float component(V3 a, int k) { return k == 0 ? a.x : k == 1 ? a.y : a.z; }

/** Rare heavier paths would speckle the picture for a light that nobody misses. */
constexpr float HEAVIEST_SEEP = 4;

/** Light that entered the skin at p leaves it somewhere near: a probe through the surface finds where, or it leaves at
 * once. */
HD void seep(const Scene& s, V3 albedo, V3 radius, V3& p, V3& n, V3& weight, Random& random) {
  V3 k = {albedo.x - 0.8f, albedo.y - 0.8f, albedo.z - 0.8f}, scale = v3(1.9f) - albedo + k * k * 3.5f;
  V3 d = {radius.x / scale.x, radius.y / scale.y, radius.z / scale.z}, axis[3] = {n};
  frame(n, axis[1], axis[2]);
  float u = random.spread(3), pick = 3 * random.spread(4), dc = component(d, (int)fminf(pick, 2));
  int a = u < 0.5f ? 0 : u < 0.75f ? 1 : 2;
  float wide = random.next() < 0.25f ? 1 : 3, reach = 8 * largest(d);
  float r = -logf(1 - random.spread(5) * (1 - expf(-0.999f * reach / (wide * dc)))) * wide * dc,
        turn = 2 * PI * random.spread(6), half = sqrtf(reach * reach - r * r);
  V3 across = axis[(a + 1) % 3] * (r * cosf(turn)) + axis[(a + 2) % 3] * (r * sinf(turn));
  Hit h;
  int found = through(s, s.skinRoot, p + across + axis[a] * half, -axis[a], 2 * half, n, random, h);
  weight = albedo;
  if (!found) return;
  V3 q = p + across + axis[a] * (half - h.t), face;
  const int* c = s.corners + 3 * h.id;
  const Vertex &A = s.vertices[c[0]], &B = s.vertices[c[1]], &C = s.vertices[c[2]];
  face = unit(cross(B.p - A.p, C.p - A.p));
  V3 away = q - p, shade = unit(A.n * (1 - h.u - h.v) + B.n * h.u + C.n * h.v);
  float distance = length(away), chance = 0;
  for (int j = 0; j < 3; j++) {
    float side = dot(away, axis[j]), flat = sqrtf(fmaxf(0, distance * distance - side * side)),
          facing = fabsf(dot(face, axis[j]));
    chance += (j ? 0.25f : 0.5f) * facing * (profile(flat, d.x) + profile(flat, d.y) + profile(flat, d.z)) / 3;
  }
  weight = V3{profile(distance, d.x), profile(distance, d.y), profile(distance, d.z)} * (found / fmaxf(chance, 1e-9f));
  float most = largest(weight);
  weight = weight * albedo * (most > HEAVIEST_SEEP ? HEAVIEST_SEEP / most : 1);
  p = q, n = dot(shade, n) < 0 && dot(face, n) > 0 ? face : shade;
}
