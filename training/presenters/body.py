"""A person's body: age, sex, origin and features as morphs, arms hanging, face in a pose. Lengths are decimetres."""

import math

import numpy as np

from makehuman import base, targets


def between(value, low, middle, high):
    """Shares of three targets along 0 … 0.5 … 1."""
    ends = {low: max(0, 1 - 2 * value), high: max(0, 2 * value - 1)}
    return {**ends, middle: 1 - sum(ends.values())}


def shape(person):
    """The person at rest, arms lowered."""
    t, moved = targets(), base().vertices.copy()
    old = max(0, (person.age_years - 25) / 65)
    ages = {"young": 1 - old, "old": old}
    sexes = {"female": 1 - person.masculine, "male": person.masculine}
    muscles = between(person.muscle, "minmuscle", "averagemuscle", "maxmuscle")
    weights = between(person.weight, "minweight", "averageweight", "maxweight")
    for sex, s in sexes.items():
        for age, a in ages.items():
            for origin, o in person.origin.items():
                moved += s * a * o * t[f"macrodetails/{origin}-{sex}-{age}"]
            for muscle, m in muscles.items():
                for weight, w in weights.items():
                    share = s * a * m * w
                    if share < 1e-4:
                        continue
                    moved += share * t[f"macrodetails/universal-{sex}-{age}-{muscle}-{weight}"]
                    ideal = t[f"macrodetails/proportions/{sex}-{age}-{muscle}-{weight}-idealproportions"]
                    moved += share * person.ideal * ideal
    for name, amount in person.features.items():
        for full in t.named(name):
            moved += amount * t[full]
    return lower_arms(moved, person)


def lower_arms(vertices, person):
    """Turns shoulder and arm about their joints by the skin weights, so that the arms hang."""
    arm = ("upperarm", "lowerarm", "wrist", "finger", "metacarpal")
    vertices = vertices.copy()
    for side, sign in (("L", 1), ("R", -1)):
        for bones, joint, degrees in (
            (("clavicle", "shoulder01", *arm), "clavicle", person.slope_degrees),
            (arm, "upperarm01", person.arm_degrees),
        ):
            weight = base().weight_of(bones, side)[:, None]
            pivot = vertices[base().joints[f"{joint}.{side}____head"]].mean(0)
            r = math.radians(-degrees * sign)
            turn = np.array([[math.cos(r), -math.sin(r), 0], [math.sin(r), math.cos(r), 0], [0, 0, 1]])
            vertices = (1 - weight) * vertices + weight * ((vertices - pivot) @ turn.T + pivot)
    return vertices


def rigid(source, target):
    """The rotation and the two centres that carry one point cloud onto another."""
    a, b = source.mean(0), target.mean(0)
    u, _, v = np.linalg.svd((source - a).T @ (target - b))
    flip = np.diag([1, 1, np.sign(np.linalg.det(v.T @ u.T))])
    return v.T @ flip @ u.T, a, b


def express(rest, origin, units, tongue):
    """The face with expression units applied; the tongue follows the lower teeth and then its own tip."""
    t, group = targets(), base().group
    moved = np.zeros_like(rest)
    for name, amount in units.items():
        for side in ("left", "right") if name.startswith("eye") else ("",):
            stem, _, rest_of_name = name.partition("-")
            unit = f"{stem}-{side}-{rest_of_name}" if side else name
            for people, share in origin.items():
                moved += amount * share * t[f"expression/units/{people}/{unit}"]
    lower, upper, body = group["helper-lower-teeth"], group["helper-upper-teeth"], group["helper-tongue"]
    turn, a, b = rigid(rest[lower], (rest + moved)[lower])
    along = rest[body][:, 2]
    q = np.clip((along - along.min()) / np.ptp(along), 0, 1)
    q = q * q * (3 - 2 * q)
    moved[body] = ((rest[body] - a) @ turn.T + b - rest[body]) * (0.35 + 0.65 * q)[:, None]
    moved[body] += np.outer(q**2, [0, tongue.up, tongue.forward])
    moved[lower] += [0, -0.045, -0.01]
    moved[upper] += [0, -0.03, 0]
    moved[body] += [0, -0.03, 0]
    return rest + moved
