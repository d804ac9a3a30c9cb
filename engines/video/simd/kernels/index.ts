export { drawTriangles } from './mesh-triangles';
export { movePixels } from './moved-pixels';
export { placeVertices } from './posed-vertices';
export { drawColourPoints, drawCubicPoints } from './sampled-points';
export { drawCubicRows, drawLinearRows } from './turned-rows';
export { warpPoints } from './warped-points';
