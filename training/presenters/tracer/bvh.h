// A bounding-volume hierarchy: built on the CPU by binned surface area, walked anywhere.
#pragma once
#include <algorithm>
#include <vector>

#include "vec.h"

struct Box {
  V3 lo{1e30f, 1e30f, 1e30f}, hi{-1e30f, -1e30f, -1e30f};
  void add(V3 p) {
    lo = {fminf(lo.x, p.x), fminf(lo.y, p.y), fminf(lo.z, p.z)};
    hi = {fmaxf(hi.x, p.x), fmaxf(hi.y, p.y), fmaxf(hi.z, p.z)};
  }
  void add(const Box& b) {
    if (b.lo.x <= b.hi.x) add(b.lo), add(b.hi);
  }
  float area() const {
    V3 d = hi - lo;
    return d.x < 0 ? 0 : d.x * d.y + d.y * d.z + d.z * d.x;
  }
};

/** Both children's boxes live in the parent. child >= 0 is a node, else ~child is the first of `count` triangles. */
struct Node {
  V3 lo[2], hi[2];
  int child[2], count[2];
};

struct Triangle {
  V3 a, ab, ac;
  int id;
};

struct Builder {
  const std::vector<Box>& boxes;
  std::vector<V3> centre;
  std::vector<int> order;
  std::vector<Node>& nodes;

  Builder(const std::vector<Box>& b, std::vector<int> ids, std::vector<Node>& n)
      : boxes(b), order(std::move(ids)), nodes(n) {
    for (auto& box : boxes) centre.push_back((box.lo + box.hi) * 0.5f);
  }

  static float axisOf(V3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

  /** Where to cut [from, to): the index of the first triangle on the right, or -1 when a leaf is cheaper. */
  int cut(int from, int to, const Box& whole) {
    Box span;
    for (int i = from; i < to; i++) span.add(centre[order[i]]);
    const int BINS = 16;
    float best = whole.area() * (to - from), lowest = 0, width = 0;
    int axis = -1, bin = 0;
    for (int a = 0; a < 3; a++) {
      float lo = axisOf(span.lo, a), size = axisOf(span.hi, a) - lo;
      if (size <= 0) continue;
      Box box[BINS];
      int n[BINS] = {0};
      for (int i = from; i < to; i++) {
        int b = std::min(BINS - 1, (int)((axisOf(centre[order[i]], a) - lo) / size * BINS));
        n[b]++, box[b].add(boxes[order[i]]);
      }
      Box right[BINS];
      Box sweep;
      for (int b = BINS - 1; b > 0; b--) sweep.add(box[b]), right[b] = sweep;
      Box left;
      for (int b = 0, count = 0; b < BINS - 1; b++) {
        left.add(box[b]), count += n[b];
        float cost = left.area() * count + right[b + 1].area() * (to - from - count) + whole.area();
        if (count && count < to - from && cost < best) best = cost, axis = a, bin = b, lowest = lo, width = size;
      }
    }
    if (axis < 0) return to - from <= 8 ? -1 : (from + to) / 2;
    auto middle = std::partition(order.begin() + from, order.begin() + to, [&](int id) {
      return std::min(BINS - 1, (int)((axisOf(centre[id], axis) - lowest) / width * BINS)) <= bin;
    });
    return (int)(middle - order.begin());
  }

  Box boundsOf(int from, int to) {
    Box box;
    for (int i = from; i < to; i++) box.add(boxes[order[i]]);
    return box;
  }

  int build(int from, int to, int firstTriangle) {
    int at = (int)nodes.size(), middle = cut(from, to, boundsOf(from, to));
    if (middle <= from || middle >= to) middle = (from + to) / 2;
    nodes.push_back({});
    int ends[3] = {from, middle, to};
    for (int side = 0; side < 2; side++) {
      int f = ends[side], t = ends[side + 1];
      Box box = boundsOf(f, t);
      bool leaf = t - f <= 2 || (t - f <= 8 && cut(f, t, box) < 0);
      int child = leaf ? ~(firstTriangle + f) : build(f, t, firstTriangle);
      nodes[at].lo[side] = box.lo, nodes[at].hi[side] = box.hi;
      nodes[at].child[side] = child, nodes[at].count[side] = leaf ? t - f : 0;
    }
    return at;
  }
};

HD bool hitsBox(V3 lo, V3 hi, V3 o, V3 inv, float tMax, float& tNear) {
  float x0 = (lo.x - o.x) * inv.x, x1 = (hi.x - o.x) * inv.x, y0 = (lo.y - o.y) * inv.y, y1 = (hi.y - o.y) * inv.y;
  float z0 = (lo.z - o.z) * inv.z, z1 = (hi.z - o.z) * inv.z;
  tNear = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fmaxf(fminf(z0, z1), 0));
  return tNear <= fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fminf(fmaxf(z0, z1), tMax));
}

HD bool hitsTriangle(const Triangle& k, V3 o, V3 d, float tMax, float& t, float& u, float& v) {
  V3 p = cross(d, k.ac);
  float det = dot(k.ab, p);
  if (fabsf(det) < 1e-16f) return false;
  float inv = 1 / det;
  V3 s = o - k.a;
  u = dot(s, p) * inv;
  if (u < 0 || u > 1) return false;
  V3 q = cross(s, k.ab);
  v = dot(d, q) * inv;
  if (v < 0 || u + v > 1) return false;
  t = dot(k.ac, q) * inv;
  return t > 1e-6f && t < tMax;
}
