export { drawCubicPoints } from './cubic-points';
export { drawTriangles } from './mesh-triangles';
export { movePixels } from './moved-pixels';
export { placeVertices } from './posed-vertices';
export { drawCubicRow, drawLinearRow } from './turned-rows';
