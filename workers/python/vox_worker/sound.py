import array
import sys
import wave


def write_wav(path, samples, rate):
    """Mono, 16 bits. `samples` are numbers from −1 to 1, such as a list or an array of NumPy."""
    steps = array.array("h", (round(32_767 * min(1.0, max(-1.0, float(x)))) for x in samples))
    if sys.byteorder == "big":
        steps.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(steps.tobytes())
    return path
