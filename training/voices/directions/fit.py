"""From voices and what was heard of them to the steps that change one thing."""

import numpy as np

MOVED = ("brightness", "warmth", "breath", "energy")
"""What is moved, and what shall stay while something else is moved."""
MEASURES = (*MOVED, "pitch", "rate")
RIDGE = 0.01
"""How much of one may come along with another: warmth and brightness cannot be had wholly apart."""
SLACK = 0.1


def ridge(offsets, values):
    """Weights of 256 numbers, for values without their mean."""
    products = offsets.T @ offsets
    eased = products + RIDGE * np.trace(products) / len(products) * np.eye(len(products))
    return np.linalg.solve(eased, offsets.T @ values)


def shares_explained(weights, offsets, values):
    wrong = values - offsets @ weights.T
    return 1 - (wrong**2).sum(0) / ((values - values.mean(0)) ** 2).sum(0)


def fit(offsets, values, covariance):
    """For each of MOVED the step that gains one unit of it and little else, and what the unit is.

    Of all such steps it is the one that goes where voices differ anyway, by their covariance.
    """
    units = values.std(0)
    weights = ridge(offsets, (values - values.mean(0)) / units).T
    along = covariance @ weights.T
    gained = weights @ along
    eased = gained + SLACK * np.trace(gained) / len(gained) * np.eye(len(gained))
    steps = (along @ np.linalg.inv(eased))[:, : len(MOVED)].T
    steps /= (weights[: len(MOVED)] * steps).sum(1, keepdims=True)
    return steps, units, weights
