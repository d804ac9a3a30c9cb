"""The meshes of a person: skin, eyes, brows, lashes, teeth, tongue, hair, clothes. World: metres, z up, facing -y."""

from dataclasses import dataclass

import numpy as np

import body
from makehuman import DATA, base, proxy
from marks import skin_marks, spread_over, tuck_under
from material import CORNEA, HAIR, MIDDLE_SHADE, SKIN, SURFACE, iris_of, material, skin_of
from strands import strand_map
from subdivide import Mesh, vertex_normals


def to_world(points):
    return np.stack([points[:, 0], -points[:, 2], points[:, 1]], 1) * 0.1


@dataclass
class Part:
    name: str
    mesh: Mesh
    materials: list  # of each face before subdivision: an index into these
    face_material: np.ndarray
    place: object  # coarse base vertices -> coarse vertices of this part
    attributes: np.ndarray  # four of each subdivided vertex
    levels: list  # (mesh, face labels) from the coarsest on; a level's vertices lead those of the next
    still: bool = False


def subdivided(faces, uvs, count, levels, labels=None):
    mesh = Mesh.of(faces, uvs, count)
    label = np.zeros(len(faces), int) if labels is None else np.asarray(labels)
    steps = [(mesh, label)]
    for _ in range(levels):
        label = np.repeat(label, (mesh.faces >= 0).sum(1))
        mesh = mesh.subdivided()
        steps.append((mesh, label))
    return steps


def proxy_part(name, item, levels, materials, labels=None, still=False):
    steps = subdivided(item.faces, item.uvs, len(item.offsets), levels, labels)
    mesh, label = steps[-1]
    return Part(name, mesh, materials, label, item.fit, np.zeros((mesh.matrix.shape[0], 4)), steps, still)


def eye_part(person, textures):
    item = proxy("eyes", "HighPolyEyes")
    centre = [item.uvs[f[2]].mean(0) for f in item.faces]
    labels = [1 if u > 0.85 and v < 0.14 else 0 for u, v in centre]
    ball = material(
        SURFACE,
        colour=textures.add("iris", lambda: iris_of(item.folder / "textures/brownlight_eye.png", person.eyes)),
        roughness=0.35,
        specular=0.02,
        tint=(0.92, 0.9, 0.9),
    )
    cornea = material(CORNEA, roughness=0.05, specular=0.03, shadow=0)
    return proxy_part("eyes", item, 2, [ball, cornea], labels)


def card_part(kind, name, textures, levels=1, **values):
    item = proxy(kind, name)
    return proxy_part(kind, item, levels, [material(HAIR, colour=textures.shades(item.texture), **values)])


def hair_part(person, textures, library):
    item = proxy("hair", person.hair)
    strand = textures.add(("strand", str(item.texture)), lambda: strand_map(item.texture, library))
    part = card_part(
        "hair",
        person.hair,
        textures,
        tint=np.array(person.hair_colour) / MIDDLE_SHADE,
        roughness=person.hair_roughness,
        strand=strand,
        specular=person.hair_gloss,
        alpha_low=person.hair_alpha[0],
        alpha_high=person.hair_alpha[1],
        detail=0.7,
    )
    part.still = True
    return part


def clothes_part(person, textures):
    item = proxy("clothes", person.clothes)
    values = {"roughness": 0.75, "specular": 0.02, "sheen": 0.35, "bump": 0.5, "detail": 0.7}
    occlusion, normal = (item.texture.with_name(item.texture.name.replace("_diffuse", s)) for s in ("_ao", "_normal"))
    if normal.exists():
        values["normal"] = textures.file(normal, 1024)
    if person.cloth_colour:
        values |= {"colour": textures.file(occlusion, 1024), "tint": person.cloth_colour}
    else:
        values |= {"colour": textures.file(item.texture, 1024), "tint": person.cloth_tint}
    return proxy_part("clothes", item, 1 if len(item.offsets) > 4000 else 2, [material(SURFACE, **values)], still=True)


def tucked(rest, clothes):
    """Offsets of the base vertices that keep the body inside its clothes."""
    quads = np.array([f[0] for f in base().faces if f[1] == "body"])
    body_normals = vertex_normals(to_world(rest), np.r_[quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    cloth = to_world(clothes.mesh.matrix @ clothes.place(rest))
    moved = tuck_under(to_world(rest), body_normals, cloth, vertex_normals(cloth, clothes.mesh.triangles()[0]))
    return np.stack([moved[:, 0], moved[:, 2], -moved[:, 1]], 1) * 10


def skin_part(person, rest, clothes, hidden, hair_points, textures):
    eye_height = rest[base().group["helper-l-eye"]][:, 1].mean()
    faces = [
        f for f in base().faces if f[1] == "body" and not hidden[f[0]].all() and rest[f[0], 1].max() > eye_height - 6
    ]
    steps = subdivided(faces, base().uvs, len(rest), 2)
    mesh, label = steps[-1]
    skin = material(
        SKIN,
        colour=textures.add("skin", lambda: skin_of(DATA / "skins" / person.skin)),
        tint=person.skin_tint,
        roughness=person.skin_roughness,
        specular=person.skin_gloss,
        radius=np.array(person.subsurface_mm) / 1000,
        bump=0.12,
        detail=person.blotches,
        spots=person.freckles,
        second=np.array(person.hair_colour) * 0.8,
        third=person.lips,
    )
    marks = skin_marks(person, rest, mesh, hair_points)
    offsets = tucked(rest, clothes)
    return Part("skin", mesh, [skin], label, lambda v: v + offsets, marks, steps)


def parts_of(person, textures, library):
    rest = body.shape(person)
    style = hair_part(person, textures, library)
    hair_points = spread_over(to_world(style.mesh.matrix @ style.place(rest)), style.mesh.triangles()[0])
    hair = [] if person.cropped else [style]
    clothes = clothes_part(person, textures)
    hidden = proxy("clothes", person.clothes).hides
    teeth, tongue = proxy("teeth", "Teeth_Base"), proxy("tongue", "tongue01")
    enamel = material(
        SURFACE,
        colour=textures.file(teeth.texture, 1024),
        tint=(1.75, 1.68, 1.55),
        roughness=0.22,
        specular=0.05,
    )
    flesh = material(
        SURFACE,
        colour=textures.file(tongue.texture, 1024),
        tint=(0.8, 0.7, 0.7),
        roughness=0.35,
        specular=0.04,
        bump=0.3,
    )
    return rest, [
        skin_part(person, rest, clothes, hidden, hair_points, textures),
        eye_part(person, textures),
        proxy_part("teeth", teeth, 1, [enamel]),
        proxy_part("tongue", tongue, 2, [flesh]),
        card_part(
            "eyebrows",
            person.brows,
            textures,
            2,
            tint=np.array(person.brow_colour or person.hair_colour) / MIDDLE_SHADE,
            roughness=0.5,
            specular=0.3,
            shadow=0,
        ),
        card_part(
            "eyelashes",
            person.lashes,
            textures,
            2,
            tint=(0.012, 0.01, 0.009),
            plain=1,
            roughness=0.5,
            specular=0.1,
            shadow=0,
        ),
        *hair,
        clothes,
    ]
