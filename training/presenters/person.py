"""What makes one presenter differ from another."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    gender: str
    age: str
    description: str
    age_years: float
    masculine: float
    origin: dict
    skin: str
    eyes: tuple
    brows: str
    hair: str
    clothes: str
    weight: float = 0.45
    muscle: float = 0.5
    ideal: float = 0.6
    features: dict = field(default_factory=dict)
    smile: dict = field(
        default_factory=lambda: {
            "mouth-corner-puller": 0.42,
            "mouth-elevation": 0.08,
            "mouth-compression": 0.1,
            "eyebrows-inner-up": 0.28,
            "eyebrows-up": 0.08,
            "eye-slit": 0.1,
        }
    )
    slope_degrees: float = 7
    arm_degrees: float = 40
    skin_tint: tuple = (1, 1, 1)
    skin_roughness: float = 0.52
    skin_gloss: float = 0.026
    subsurface_mm: tuple = (1.1, 0.42, 0.24)
    blotches: float = 0.09
    freckles: float = 0.0
    flush: float = 0.7
    stubble: float = 0.0
    lips: tuple = (0.50, 0.17, 0.155)
    hair_colour: tuple = (0.05, 0.028, 0.016)
    brow_colour: tuple = ()
    hair_roughness: float = 0.42
    hair_gloss: float = 0.6
    hair_alpha: tuple = (0.1, 0.8)
    cropped: bool = False
    lashes: str = "eyelashes02"
    cloth_colour: tuple = ()
    cloth_tint: tuple = (1, 1, 1)
    exposure: float = 0.0
