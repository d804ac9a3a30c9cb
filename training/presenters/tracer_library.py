"""The tracer's shared library: its C structures and functions (tracer/device.h) for ctypes."""

import ctypes
import os

import numpy as np

VERTEX = np.dtype([("p", "<f4", 3), ("n", "<f4", 3), ("rest", "<f4", 3), ("uv", "<f4", 2), ("a", "<f4", 4)])
LIGHT = np.dtype(
    [(n, "<f4", 3) for n in ("centre", "u", "v", "normal", "radiance")]
    + [(n, "<f4") for n in ("area", "chance", "catchlight")]
)
POINTERS = ("vertices", "corners", "material", "materials", "textures", "texels", "lights")


class Description(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_void_p) for name in POINTERS),
        *(
            (f"{name}_count", ctypes.c_int64)
            for name in ("vertex", "triangle", "material", "texture", "texel", "light")
        ),
        ("sky", ctypes.c_float * 3),
        ("ground", ctypes.c_float * 3),
    ]


class View(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_float * 3) for name in ("eye", "right", "down", "forward")),
        *((name, ctypes.c_int) for name in ("x0", "y0", "width", "height", "first", "samples", "depth")),
    ]


class Vec(ctypes.Structure):
    _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float), ("z", ctypes.c_float)]


def load_tracer():
    library = ctypes.CDLL(os.environ.get("TRACER", "build/tracer.so"))
    library.scene_build.restype = ctypes.c_void_p
    library.scene_build.argtypes = [ctypes.c_void_p]
    library.scene_free.argtypes = [ctypes.c_void_p]
    library.scene_render.argtypes = [ctypes.c_void_p] * 3
    library.scene_seen.argtypes = [ctypes.c_void_p, Vec, ctypes.c_void_p, ctypes.c_int, ctypes.c_float, ctypes.c_void_p]
    library.draw_strands.argtypes = [ctypes.c_void_p] * 2 + [ctypes.c_int] * 2 + [ctypes.c_void_p]
    return library
