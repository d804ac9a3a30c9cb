"""Catmull–Clark subdivision as one sparse matrix, so that every pose of a mesh is subdivided alike."""

import numpy as np
from scipy import sparse


class Mesh:
    """Quads and triangles with a uv at each corner; `matrix` takes the coarse vertices to this level's."""

    def __init__(self, faces, uvs, matrix):
        self.faces, self.uvs, self.matrix = faces, uvs, matrix

    @staticmethod
    def of(faces, uv_table, vertex_count):
        corners = np.array([f[0] if len(f[0]) == 4 else [*f[0], -1] for f in faces])
        uvs = np.array([uv_table[f[2]] if len(f[2]) == 4 else [*uv_table[f[2]], [0, 0]] for f in faces])
        used, compact = np.unique(corners[corners >= 0], return_inverse=True)
        table = np.full(corners.shape, -1)
        table[corners >= 0] = compact
        pick = sparse.csr_matrix((np.ones(len(used)), (np.arange(len(used)), used)), (len(used), vertex_count))
        return Mesh(table, uvs, pick)

    def subdivided(self):
        faces, count = self.faces, self.matrix.shape[0]
        size = (faces >= 0).sum(1)
        face_of, corner = np.nonzero(faces >= 0)
        here = faces[face_of, corner]
        following = faces[face_of, (corner + 1) % size[face_of]]
        ends = np.sort(np.stack([here, following], 1), 1)
        edges, edge_of, uses = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
        edge_of = edge_of.ravel()
        n_face, n_edge = len(faces), len(edges)
        face_point = sparse.csr_matrix((1 / size[face_of], (face_of, here)), (n_face, count))
        rows = np.arange(n_edge)
        middle = sparse.csr_matrix((np.full(2 * n_edge, 0.5), (np.r_[rows, rows], edges.T.ravel())), (n_edge, count))
        touching = sparse.csr_matrix((np.ones(len(edge_of)), (edge_of, face_of)), (n_edge, n_face))
        inner = sparse.diags((uses == 2).astype(float))
        edge_point = (
            inner @ (0.5 * middle + 0.25 * (touching @ face_point)) + (sparse.identity(n_edge) - inner) @ middle
        )
        vertex_point = self.moved_vertices(count, here, face_of, face_point, edges, uses, middle)
        matrix = sparse.vstack([vertex_point, edge_point, face_point]).tocsr() @ self.matrix
        start = np.cumsum(size) - size
        before = edge_of[start[face_of] + (corner - 1) % size[face_of]]
        quads = np.stack([here, count + edge_of, count + n_edge + face_of, count + before], 1)
        uv = self.uvs
        valid = (faces >= 0)[:, :, None]
        centre = (uv * valid).sum(1) / size[:, None]
        at = uv[face_of, corner]
        ahead = uv[face_of, (corner + 1) % size[face_of]]
        behind = uv[face_of, (corner - 1) % size[face_of]]
        return Mesh(quads, np.stack([at, (at + ahead) / 2, centre[face_of], (at + behind) / 2], 1), matrix)

    @staticmethod
    def moved_vertices(count, here, face_of, face_point, edges, uses, middle):
        n_face, n_edge = face_point.shape[0], len(edges)
        faces_at = sparse.csr_matrix((np.ones(len(here)), (here, face_of)), (count, n_face))
        valence = np.maximum(np.asarray(faces_at.sum(1)).ravel(), 1)
        rows = np.r_[edges[:, 0], edges[:, 1]]
        columns = np.r_[np.arange(n_edge), np.arange(n_edge)]
        edges_at = sparse.csr_matrix((np.ones(2 * n_edge), (rows, columns)), (count, n_edge))
        rim = uses != 2
        on_rim = np.zeros(count, bool)
        on_rim[edges[rim].ravel()] = True
        spread = sparse.diags(1 / valence)
        smooth = spread @ (
            spread @ faces_at @ face_point + 2 * (spread @ edges_at @ middle) + sparse.diags(valence - 3.0)
        )
        rim_edges = edges_at @ sparse.diags(rim.astype(float))
        rim_count = np.maximum(np.asarray(rim_edges.sum(1)).ravel(), 1)
        rim_rule = 0.5 * sparse.identity(count) + 0.5 * (sparse.diags(1 / rim_count) @ rim_edges @ middle)
        keep = sparse.diags((~on_rim).astype(float))
        return keep @ smooth + sparse.diags(on_rim.astype(float)) @ rim_rule

    def triangles(self):
        """(corner vertex indices, corner uvs) of the triangles of these faces."""
        quad = self.faces[:, 3] >= 0 if self.faces.shape[1] == 4 else np.zeros(len(self.faces), bool)
        pick = np.r_[self.faces[:, [0, 1, 2]], self.faces[quad][:, [0, 2, 3]]]
        uvs = np.r_[self.uvs[:, [0, 1, 2]], self.uvs[quad][:, [0, 2, 3]]]
        return pick, uvs


def vertex_normals(points, triangles):
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    total = np.stack([np.bincount(triangles.ravel(), np.repeat(normal[:, k], 3), len(points)) for k in range(3)], 1)
    return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-20)
