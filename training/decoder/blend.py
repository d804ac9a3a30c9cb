"""Weights between two checkpoints, weight by weight: blend.py FIRST SECOND OUTPUT [--share 0.3]

Some of the spectral stage brings back the mel that critics cost.
"""

import argparse

import checkpoint
from student import Student


def read(folder):
    student = Student()
    if not checkpoint.load_into(folder, "student", student):
        raise FileNotFoundError(f"no student in {folder}")
    return student


def main():
    parser = argparse.ArgumentParser()
    for name in ("first", "second", "output"):
        parser.add_argument(name)
    parser.add_argument("--share", type=float, default=0.3, help="of the first")
    options = parser.parse_args()
    first, second = (read(folder).state_dict() for folder in (options.first, options.second))
    blended = Student()
    blended.load_state_dict({name: second[name].lerp(first[name], options.share) for name in second})
    checkpoint.save(options.output, {"student": blended}, {"blended": [options.first, options.second, options.share]})


if __name__ == "__main__":
    main()
