"""How far a sound is from the teacher's for the x-vector, the network by which the service tells speakers apart.

Its layers are compared frame by frame, and its embedding over the window, in which the student's own noise averages out.
"""

import torch
import torch.nn.functional as F

import kokoro_path  # noqa: F401
from sound import QUIET_DB, SPEECH_RMS, lowpass
from x_vector import FRAME, HOP, XVector

"""Samples of 24 kHz on either side of one of 8 kHz."""
REACH = 72
"""Of the layers and of the embedding."""
SPEAKER_WEIGHTS = torch.tensor([2.0, 3.0])


class SpeakerLoss:
    def __init__(self, build, device):
        self.x_vector = XVector(build, device)
        self.kernel = lowpass(REACH, 3).float()[None, None].to(device)

    def of_teacher(self, sound):
        """What the losses need of the teacher's sound, made once. Its level and its pauses hold for the student too."""
        low = self.at_8_khz(sound)
        power = low.unfold(1, FRAME, HOP).square().mean(-1)
        spoken = (power > power.amax(1, keepdim=True) * 10 ** (-QUIET_DB / 10)).float()
        mean_power = (power * spoken).sum(1) / spoken.sum(1).clamp_min(1)
        gain = SPEECH_RMS / mean_power.clamp_min(1e-8).sqrt()[:, None]
        spoken = spoken[:, None]
        layers, embedding = self.hear(low * gain, spoken)
        return {"gain": gain, "spoken": spoken, "layers": layers, "embedding": embedding}

    def __call__(self, made, teacher):
        """[2]: layers, each by its size, and embedding"""
        spoken = teacher["spoken"]
        layers, embedding = self.hear(self.at_8_khz(made) * teacher["gain"], spoken)
        away = 0.0
        for own, real in zip(layers, teacher["layers"]):
            weights = inner(spoken, real)
            away = away + ((own - real).abs() * weights).sum() / ((real * weights).sum() + 1e-3)
        unlike = (1 - (embedding * teacher["embedding"]).sum(1)).mean()
        return torch.stack([away / len(layers), unlike])

    def at_8_khz(self, sound):
        return F.conv1d(F.pad(sound[:, None], (REACH, REACH)), self.kernel, stride=3)[:, 0]

    def hear(self, low, spoken):
        cepstra = self.x_vector.cepstra(low).transpose(1, 2)
        mean = (cepstra * spoken).sum(2, keepdim=True) / spoken.sum(2, keepdim=True).clamp_min(1)
        layers = self.x_vector.layers(cepstra - mean)
        return layers, self.x_vector.embedding(layers[-1], inner(spoken, layers[-1]))


def inner(spoken, layer):
    """A layer has lost as many frames at the beginning as at the end."""
    edge = (spoken.shape[2] - layer.shape[2]) // 2
    return spoken[:, :, edge : edge + layer.shape[2]]
