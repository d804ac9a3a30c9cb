// What Python calls (ctypes): a scene is built once a pose, then rendered by crops.
#pragma once

#ifdef __CUDACC__
constexpr int SAMPLES_A_THREAD = 16;
__global__ void traceKernel(Scene s, View view, float* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, done = blockIdx.y * SAMPLES_A_THREAD;
  if (i >= view.width * view.height) return;
  view.firstSample += done, view.samples = min(SAMPLES_A_THREAD, view.samples - done);
  float own[4] = {0, 0, 0, 0};
  tracePixel(s, view, i, own);
  for (int k = 0; k < 4; k++) atomicAdd(sum + 4 * (size_t)i + k, own[k]);
}
__global__ void seenKernel(Scene s, V3 eye, const V3* points, int count, float spread, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = seen(s, eye, points[i], spread, i + 1);
}
#include <cstdio>
#include <cstdlib>
static void must(cudaError_t e) {
  if (e != cudaSuccess) std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e)), std::exit(1);
}
template <class T>
T* put(const T* from, size_t count) {
  T* at = nullptr;
  must(cudaMalloc(&at, count * sizeof(T) + 16));
  must(cudaMemcpy(at, from, count * sizeof(T), cudaMemcpyHostToDevice));
  return at;
}
static void drop(const void* at) { must(cudaFree((void*)at)); }
#else
#include <cstdlib>
template <class T>
T* put(const T* from, size_t count) {
  T* at = (T*)std::malloc(count * sizeof(T) + 16);
  std::memcpy(at, from, count * sizeof(T));
  return at;
}
static void drop(const void* at) { std::free((void*)at); }
#endif

struct Description {
  const Vertex* vertices;
  const int *corners, *material;
  const Material* materials;
  const Texture* textures;
  const uint8_t* texels;
  const Light* lights;
  int64_t vertexCount, triangleCount, materialCount, textureCount, texelCount, lightCount;
  V3 sky, ground;
};

extern "C" Scene* scene_build(const Description* d) {
  std::vector<Box> boxes(d->triangleCount);
  std::vector<int> all, skin;
  for (int i = 0; i < d->triangleCount; i++) {
    for (int k = 0; k < 3; k++) boxes[i].add(d->vertices[d->corners[3 * i + k]].p);
    all.push_back(i);
    if (d->materials[d->material[i]].kind == SKIN) skin.push_back(i);
  }
  std::vector<Node> nodes, skinNodes;
  std::vector<Triangle> triangles(all.size() + skin.size());
  auto hierarchy = [&](const std::vector<int>& ids, std::vector<Node>& into, size_t first) {
    Builder b(boxes, ids, into);
    b.build(0, (int)ids.size(), (int)first);
    for (size_t i = 0; i < ids.size(); i++) {
      int id = b.order[i];
      V3 p[3];
      for (int k = 0; k < 3; k++) p[k] = d->vertices[d->corners[3 * id + k]].p;
      const Material& m = d->materials[d->material[id]];
      triangles[first + i] = {p[0], p[1] - p[0], p[2] - p[0],
                              id | (m.kind == HAIR ? CUTOUT : 0) | (m.shadow ? 0 : UNSHADOWED)};
    }
  };
  std::thread other([&] { hierarchy(skin, skinNodes, all.size()); });
  hierarchy(all, nodes, 0);
  other.join();
  Scene* s = new Scene;
  s->root = 0, s->skinRoot = (int)nodes.size();
  for (Node n : skinNodes) {
    for (int& child : n.child) child += child >= 0 ? s->skinRoot : 0;
    nodes.push_back(n);
  }
  float linear[256];
  for (int i = 0; i < 256; i++) {
    float c = i / 255.0f;
    linear[i] = c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
  }
  s->nodes = put(nodes.data(), nodes.size()), s->triangles = put(triangles.data(), triangles.size());
  s->vertices = put(d->vertices, d->vertexCount), s->corners = put(d->corners, 3 * d->triangleCount);
  s->material = put(d->material, d->triangleCount), s->materials = put(d->materials, d->materialCount);
  s->textures = put(d->textures, d->textureCount), s->texels = put(d->texels, d->texelCount);
  s->lights = put(d->lights, d->lightCount), s->linear = put(linear, 256);
  s->lightCount = (int)d->lightCount, s->sky = d->sky, s->ground = d->ground;
  return s;
}

extern "C" void scene_free(Scene* s) {
  for (const void* at :
       {(const void*)s->nodes, (const void*)s->triangles, (const void*)s->vertices, (const void*)s->corners,
        (const void*)s->material, (const void*)s->materials, (const void*)s->textures, (const void*)s->texels,
        (const void*)s->lights, (const void*)s->linear})
    drop(at);
  delete s;
}

/** Adds `samples` samples a pixel to sum (RGBA, premultiplied, linear). */
extern "C" void scene_render(const Scene* s, const View* view, float* sum) {
  int count = view->width * view->height;
#ifdef __CUDACC__
  float* at = put(sum, 4 * (size_t)count);
  dim3 grid((count + 63) / 64, (view->samples + SAMPLES_A_THREAD - 1) / SAMPLES_A_THREAD);
  traceKernel<<<grid, 64>>>(*s, *view, at);
  must(cudaGetLastError());
  must(cudaMemcpy(sum, at, 4 * (size_t)count * sizeof(float), cudaMemcpyDeviceToHost));
  drop(at);
#else
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < count; i++) tracePixel(*s, *view, i, sum + 4 * (size_t)i);
#endif
}

extern "C" void scene_seen(const Scene* s, V3 eye, const V3* points, int count, float spread, float* out) {
#ifdef __CUDACC__
  V3* at = put(points, count);
  float* answer = put(out, count);
  seenKernel<<<(count + 63) / 64, 64>>>(*s, eye, at, count, spread, answer);
  must(cudaGetLastError());
  must(cudaMemcpy(out, answer, count * sizeof(float), cudaMemcpyDeviceToHost));
  drop(at), drop(answer);
#else
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < count; i++) out[i] = seen(*s, eye, points[i], spread, i + 1);
#endif
}
