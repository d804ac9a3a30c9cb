"""The mouth and eye poses: weights of MakeHuman's expression units, a tongue and a gaze."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Tongue:
    """How far the tip lifts and comes forward, in decimetres."""

    up: float = 0.0
    forward: float = 0.0


@dataclass(frozen=True)
class Pose:
    units: dict = field(default_factory=dict)
    tongue: Tongue = Tongue()
    gaze: tuple = (0.0, 0.0)  # degrees to the viewer's right, degrees up
    closed: float = 0.0  # how far the lips are brought together


def mouth(tongue=Tongue(), closed=0.0, **units):
    return Pose({f"mouth-{name.replace('_', '-')}": amount for name, amount in units.items()}, tongue, closed=closed)


def eyes(gaze=(0.0, 0.0), **units):
    return Pose({name.replace("_", "-"): amount for name, amount in units.items()}, gaze=gaze, closed=1.0)


MOUTH = {
    "sil": mouth(closed=1.0),
    "PP": mouth(closed=1.0, compression=0.45, pursing=0.12, corner_puller=-0.1),
    "FF": mouth(elevation=0.75, compression=0.25, open=0.03, corner_puller=-0.1),
    "TH": mouth(Tongue(0.045, 0.2), open=0.2, parling=0.6, elevation=0.2),
    "DD": mouth(Tongue(0.04, 0.12), open=0.1, part_later=0.15, upward_retraction=0.1),
    "kk": mouth(Tongue(0.02, 0.05), open=0.24, parling=0.4),
    "CH": mouth(protusion=0.75, pursing=0.2, corner_puller=-0.15),
    "SS": mouth(part_later=0.3, upward_retraction=0.2, retraction=0.15),
    "nn": mouth(Tongue(0.04, 0.12), open=0.06, parling=0.7, elevation=0.15),
    "RR": mouth(protusion=0.45, pursing=0.35, open=0.06, corner_puller=-0.15),
    "aa": mouth(open=0.5, depression_retraction=0.12, elevation=0.15),
    "E": mouth(Tongue(0.0, 0.07), open=0.26, upward_retraction=0.4),
    "ih": mouth(Tongue(0.0, 0.07), open=0.14, upward_retraction=0.28, parling=0.4),
    "oh": mouth(open=0.34, pursing=0.45, protusion=0.25, corner_puller=-0.18),
    "ou": mouth(open=0.07, pursing=0.75, protusion=0.4, corner_puller=-0.18),
    "smile": mouth(corner_puller=0.28, upward_retraction=0.38),
}

EYES = {
    "open": eyes(),
    "half": eyes(eye_closure=0.4),
    "shut": eyes(eye_closure=1.0),
    "left": eyes((-14, 0)),
    "right": eyes((14, 0)),
    "up": eyes((0, 10), eye_opened_up=0.35),
    "down": eyes((0, -12), eye_closure=0.28),
    "brows-up": eyes(eyebrows_up=0.6, eyebrows_inner_up=0.2),
}

NEUTRAL = MOUTH["sil"]
