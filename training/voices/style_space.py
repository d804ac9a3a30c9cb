"""Where voices are among all styles: timbre (0 to 127) and prosody (128 to 255) have spreads of their own."""

import numpy as np
import torch

HALVES = (slice(0, 128), slice(128, 256))
USUAL_LENGTHS = slice(20, 240)
SHRINKAGE = 0.35  # of the mean variance, added to every direction: there are fewer voices than dimensions


def style_scale(styles):
    """One spread for each half."""
    return torch.cat([styles[:, half].std(0).mean().expand(128) for half in HALVES])


def usual_styles(voices):
    """Of each voice, over the lengths that texts have."""
    return voices[:, USUAL_LENGTHS].mean(1)


class Span:
    """How unlike any voice a style is: squared Mahalanobis distance, a mean over the dimensions."""

    def __init__(self, styles, device):
        self.mean = torch.from_numpy(styles.mean(0)).float().to(device)
        self.inverses = []
        for half in HALVES:
            spread = styles[:, half] - styles[:, half].mean(0)
            covariance = spread.T @ spread / len(spread)
            covariance += np.eye(128) * np.trace(covariance) / 128 * SHRINKAGE
            self.inverses.append(torch.from_numpy(np.linalg.inv(covariance)).float().to(device))

    def distance(self, style):
        away = style - self.mean
        return (
            sum(
                ((away[..., h] @ inverse) * away[..., h]).sum(-1) for h, inverse in zip(HALVES, self.inverses)
            )
            / 256
        )
