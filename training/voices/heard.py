"""What is heard of a voice, as 153 numbers in comparable units: x-vector, long-term spectrum, pitch."""

import torch

import kokoro_path  # noqa: F401
from resample import to_16_khz
from sound import BANDS, centred, levelled, long_term_spectrum

PRINT = 128
SPECTRUM_DB, PITCH_LOG = 6.0, 0.3  # one unit of each
WIDTH = PRINT + BANDS + 1
LEAST_HZ = 60.0


class NoVoice(ValueError):
    pass


def mean_log_pitch(pitch):
    voiced = pitch[pitch > LEAST_HZ]
    if len(voiced) < 10:
        raise NoVoice("hardly anything is voiced")
    return torch.log(voiced).mean()


def hear(x_vector, sound, log_pitch):
    """Of a sound of 16 kHz, with the mean logarithm of its pitch."""
    sound = levelled(sound)
    spectrum = centred(long_term_spectrum(sound))
    heard = torch.cat([x_vector(sound), spectrum / SPECTRUM_DB, log_pitch.reshape(1) / PITCH_LOG])
    if not torch.isfinite(heard).all():
        raise NoVoice("the model gave numbers that are no sound")
    return heard


def hear_speech(x_vector, waveform, pitch):
    """Of speech that the model made, with its own curve of the pitch."""
    return hear(x_vector, to_16_khz(waveform.reshape(-1)), mean_log_pitch(pitch.reshape(-1)))
